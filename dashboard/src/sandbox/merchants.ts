export type Merchant = { name: string; mcc: string; country: string }

/** Chosen so that categories, countries and the longer holds of lodging can all be tried. */
export const merchants: { what: string; merchant: Merchant }[] = [
  { what: 'Advertising', merchant: { name: 'Meridian Ads', mcc: '7311', country: 'US' } },
  { what: 'Software', merchant: { name: 'Paperplane Software', mcc: '5734', country: 'US' } },
  { what: 'Cloud hosting', merchant: { name: 'Cloudyard Hosting', mcc: '4816', country: 'IE' } },
  { what: 'Groceries', merchant: { name: 'Corner Grocery', mcc: '5411', country: 'US' } },
  { what: 'Restaurant', merchant: { name: 'Trattoria Aurora', mcc: '5812', country: 'IT' } },
  { what: 'Hotel, held for 30 days', merchant: { name: 'Grand Harbour Hotel', mcc: '7011', country: 'FR' } },
  { what: 'Airline', merchant: { name: 'Nordlys Air', mcc: '4511', country: 'NO' } },
  { what: 'Gambling', merchant: { name: 'Lucky Spin', mcc: '7995', country: 'MT' } },
  { what: 'Cash machine', merchant: { name: 'City Cash Machine', mcc: '6011', country: 'GB' } },
]
