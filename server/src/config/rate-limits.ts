// The figures of all rate limits. The counting is in http/rate-limits/, and limits on connections are in
// edge-config.ts.

/** Requests of a workspace. An operator can set another figure in the variable; 0 switches the limit off. */
export const workspaceLimits = {
  perMinute: { variable: 'RATE_LIMIT_PER_MINUTE', usual: 1_000, window: 'minute', seconds: 60 },
  perHour: { variable: 'RATE_LIMIT_PER_HOUR', usual: 10_000, window: 'hour', seconds: 3_600 },
  cardCreationsPerMinute: {
    variable: 'RATE_LIMIT_CARD_CREATIONS_PER_MINUTE',
    usual: 50,
    window: 'card_creations',
    seconds: 60,
  },
  cardDetailsPerMinute: {
    variable: 'RATE_LIMIT_CARD_DETAILS_PER_MINUTE',
    usual: 30,
    window: 'card_details',
    seconds: 60,
  },
} as const

export type WorkspaceLimit = keyof typeof workspaceLimits
export type RateLimits = Record<WorkspaceLimit, number>

/** Requests of one address to the pages where nobody is signed in yet. */
export const signInLimit = { name: 'sign-in', limit: 120, seconds: 60 }
/** Requests of one address to the pages that reveal a card. */
export const revealLimit = { name: 'reveal', limit: 300, seconds: 60 }

/**
 * After this many wrong passwords or codes within the window, sign-in is locked for as long as the window. Many people
 * may share an address, so it has more attempts. PCI DSS 8.3.4 asks for at most ten attempts and at least 30 minutes.
 */
export const MAX_FAILED_SIGN_INS = { person: 10, address: 30 } as const
/** After this many wrong codes in a row, the second factor is locked. */
export const MAX_WRONG_CODES = 10
export const LOCK_OUT_MS = 30 * 60_000

/** Invitations and reset links that are mailed. Beyond that they are only shown to the person who makes them. */
export const MAX_LINK_MAILS = { perAccountAndHour: 20, perMailboxAndDay: 3 } as const

/** Event streams that may be open at once. */
export const MAX_STREAMS_PER_WORKSPACE = 20
export const MAX_STREAMS_PER_PROCESS = 2_000
