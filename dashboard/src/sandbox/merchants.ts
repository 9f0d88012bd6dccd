export type Merchant = { name: string; mcc: string; country: string; id?: string; city?: string }

/** These merchants cover different categories and countries, and lodging with its longer holds. */
export const merchants: { what: string; merchant: Merchant }[] = [
  {
    what: 'Advertising',
    merchant: { name: 'Meridian Ads', mcc: '7311', country: 'US', id: '445566778899001', city: 'New York' },
  },
  {
    what: 'Software',
    merchant: { name: 'Paperplane Software', mcc: '5734', country: 'US', id: '445566778899002', city: 'Austin' },
  },
  {
    what: 'Cloud hosting',
    merchant: { name: 'Cloudyard Hosting', mcc: '4816', country: 'IE', id: '445566778899003', city: 'Dublin' },
  },
  {
    what: 'Groceries',
    merchant: { name: 'Corner Grocery', mcc: '5411', country: 'US', id: '445566778899004', city: 'Chicago' },
  },
  {
    what: 'Restaurant',
    merchant: { name: 'Trattoria Aurora', mcc: '5812', country: 'IT', id: '445566778899005', city: 'Turin' },
  },
  {
    what: 'Hotel, held for 30 days',
    merchant: { name: 'Grand Harbour Hotel', mcc: '7011', country: 'FR', id: '445566778899006', city: 'Marseille' },
  },
  {
    what: 'Airline',
    merchant: { name: 'Nordlys Air', mcc: '4511', country: 'NO', id: '445566778899007', city: 'Oslo' },
  },
  {
    what: 'Gambling',
    merchant: { name: 'Lucky Spin', mcc: '7995', country: 'MT', id: '445566778899008', city: 'Valletta' },
  },
  {
    what: 'Cash machine',
    merchant: { name: 'City Cash Machine', mcc: '6011', country: 'GB', id: '445566778899009', city: 'London' },
  },
]
