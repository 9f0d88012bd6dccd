// The actions of the audit log as people say them.

const meanings: Record<string, string> = {
  'card.reveal': 'Card details read',
  '3ds.read': 'Passcode read',
  'key.create': 'API key created',
  'key.revoke': 'API key revoked',
  'webhook.create': 'Webhook added',
  'webhook.update': 'Webhook changed',
  'webhook.delete': 'Webhook deleted',
  'webhook.rotate-secret': 'Webhook secret rotated',
}

export const actions = Object.entries(meanings).map(([value, name]) => ({ value, name }))

/** One that is not listed here is shown as it is stored. */
export function actionInWords(action: string): string {
  return meanings[action] ?? action
}
