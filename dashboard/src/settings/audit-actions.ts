// The actions of the audit log as people say them.

const meanings: Record<string, string> = {
  'card.reveal': 'Card details read',
  'card.reveal-session': 'Reveal session made',
  'card.set-owner': 'Owner of a card set',
  'card.clear-owner': 'Owner of a card cleared',
  '3ds.read': 'Passcode read',
  'key.create': 'API key created',
  'key.narrow': 'API key narrowed',
  'key.revoke': 'API key revoked',
  'key.refuse': 'API key refused',
  'webhook.create': 'Webhook added',
  'webhook.update': 'Webhook changed',
  'webhook.delete': 'Webhook deleted',
  'webhook.rotate-secret': 'Webhook secret rotated',
  'rule.create': 'Rule added',
  'rule.update': 'Rule changed',
  'rule.delete': 'Rule deleted',
  'decision-hook.set': 'Decision hook set',
  'decision-hook.delete': 'Decision hook removed',
  'decision-hook.rotate-secret': 'Decision hook secret rotated',
  'account.update': 'Account changed',
  'account.change-security': 'Second factor required or not',
  'user.invite': 'Person invited',
  'user.uninvite': 'Invitation revoked',
  'user.join': 'Person joined',
  'user.change-role': 'Role changed',
  'user.remove': 'Person removed',
  'user.sign-in': 'Signed in',
  'user.fail-sign-in': 'Sign-in failed',
  'user.fail-code': 'Wrong code',
  'user.fail-password': 'Wrong password in the settings',
  'user.fail-reauthenticate': 'Confirmation failed',
  'user.lock-out': 'Locked out',
  'user.sign-out': 'Signed out',
  'user.reauthenticate': 'Password or code confirmed',
  'user.change-password': 'Password changed',
  'user.make-reset-link': 'Reset link made',
  'user.reset-password': 'Password set by a link',
  'user.end-session': 'Session ended',
  'user.end-other-sessions': 'All other sessions ended',
  'user.enable-two-factor': 'Two-factor sign-in switched on',
  'user.disable-two-factor': 'Two-factor sign-in switched off',
  'user.renew-backup-codes': 'Backup codes renewed',
  'user.add-passkey': 'Passkey added',
  'user.delete-passkey': 'Passkey deleted',
  'user.rename-passkey': 'Passkey renamed',
  'deposit.reverse': 'Deposit reversed',
  'audit.seal': 'Earlier entries sealed',
}

export const actions = Object.entries(meanings).map(([value, name]) => ({ value, name }))

/** One that is not listed here is shown as it is stored. */
export function actionInWords(action: string): string {
  return meanings[action] ?? action
}
