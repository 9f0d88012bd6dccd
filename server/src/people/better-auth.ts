// Sign-in by better-auth: passwords, codes, passkeys and sessions, on tables of our own (0007_dashboard_people.sql).
// Which of its endpoints are served, and what is recorded of them, is in serve-sign-in.ts.

import { kyselyAdapter } from '@better-auth/kysely-adapter'
import { passkey } from '@better-auth/passkey'
import { APIError } from 'better-auth/api'
import { betterAuth } from 'better-auth/minimal'
import { twoFactor } from 'better-auth/plugins/two-factor'
import { MAX_SESSION_MS } from '../accounts/user-sessions.ts'
import type { Config } from '../config/config.ts'
import { LOCK_OUT_MS, MAX_WRONG_CODES } from '../config/rate-limits.ts'
import type { Database } from '../database/database.ts'
import type { SessionCookies } from '../http/credentials.ts'
import { newUuid } from '../ids.ts'
import type { Vault } from '../vault/vault.ts'
import { kyselyOver } from './kysely-over-database.ts'
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from './password-rules.ts'

declare module '../services.ts' {
  interface Services {
    signIn: SignIn
  }
}

/** Web requests in, web responses out. */
export type SignIn = { handle(request: Request): Promise<Response> }

export const SIGN_IN_PATH = '/dashboard/auth'
/** The address that a request came from, as we have determined it. A client cannot set it. */
export const ADDRESS_HEADER = 'x-cardwright-address'
const SESSION_SECONDS = MAX_SESSION_MS / 1_000

/** The secret comes from a key in the database that is never rotated, since sessions would not survive a rotation. */
export function sessionCookies(config: Config, vault: Vault): SessionCookies {
  return {
    prefix: `${cookiePrefix(config)}.`,
    secret: vault.fingerprint('secret of dashboard sessions').toString('base64'),
    idleMs: config.sessionIdleMs,
  }
}

/**
 * With `__Host-`, a browser takes the cookie from this host over https only, so that no other host of the domain can set one.
 * Browsers refuse such a cookie over http, which a laptop uses. Each name is taken only where it is set.
 */
function cookiePrefix(config: Config): string {
  return isSecure(config) ? '__Host-cardwright' : 'cardwright'
}

function isSecure({ publicUrl }: Config): boolean {
  return publicUrl?.startsWith('https:') === true
}

/**
 * The address that the library uses as its own. It never depends on a request, because the library routes by it and passkeys
 * are bound to it. Without a public URL, passkeys work only in a browser on this machine.
 */
export function libraryOrigin({ publicUrl }: Pick<Config, 'publicUrl'>): string {
  return publicUrl ? new URL(publicUrl).origin : 'http://localhost'
}

/** Passes the settings that the library would otherwise look for in the environment. */
export function openSignIn(config: Config, database: Database, { secret, idleMs }: SessionCookies): SignIn {
  const auth = betterAuth({
    appName: 'Cardwright',
    baseURL: libraryOrigin(config),
    basePath: SIGN_IN_PATH,
    // Only the origin of a request that http/same-origin.ts has accepted is passed on.
    trustedOrigins: (request) => [request?.headers.get('origin') ?? ''],
    secret,
    database: kyselyAdapter(kyselyOver(database.write), { type: 'postgres' }),
    telemetry: { enabled: false },
    logger: { disabled: true }, // it would print e-mail addresses; failures are thrown and logged by us
    onAPIError: { throw: true },
    rateLimit: { enabled: false }, // our own limits count across all processes
    advanced: {
      disableOriginCheck: false,
      disableCSRFCheck: false,
      trustedProxyHeaders: false,
      cookiePrefix: cookiePrefix(config),
      useSecureCookies: false, // it would put `__Secure-` before our prefix
      // Links from other sites still work, since the pages are static and fetch their data from the same site.
      defaultCookieAttributes: { sameSite: 'strict', secure: isSecure(config), path: '/' },
      database: { generateId: () => newUuid(), validateSchema: false },
      ipAddress: { ipAddressHeaders: [ADDRESS_HEADER] },
    },
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      minPasswordLength: MIN_PASSWORD_LENGTH,
      maxPasswordLength: MAX_PASSWORD_LENGTH,
    },
    plugins: [secondFactor(), passkeys()],
    user: {
      modelName: 'users',
      fields: { createdAt: 'created_at', updatedAt: 'updated_at' },
    },
    session: {
      modelName: 'user_sessions',
      fields: {
        userId: 'user_id',
        expiresAt: 'expires_at',
        createdAt: 'created_at',
        updatedAt: 'updated_at',
        ipAddress: 'ip_address',
        userAgent: 'user_agent',
      },
      additionalFields: {
        authenticatedAt: {
          type: 'date',
          fieldName: 'authenticated_at',
          input: false,
          defaultValue: () => new Date(),
        },
      },
      expiresIn: SESSION_SECONDS,
      freshAge: 0, // serve-sign-in.ts checks recent authentication; the library's own rule would allow a day
      disableSessionRefresh: true, // a session ends a week after sign-in
    },
    databaseHooks: {
      // The cookie lives for a week; its session only while it is used (accounts/user-sessions.ts).
      session: { create: { before: async (session) => ({ data: { ...session, expiresAt: after(idleMs) } }) } },
    },
    account: {
      modelName: 'user_credentials',
      fields: {
        userId: 'user_id',
        accountId: 'provider_user_id',
        providerId: 'provider_id',
        createdAt: 'created_at',
        updatedAt: 'updated_at',
      },
    },
    verification: {
      modelName: 'user_verifications',
      fields: { expiresAt: 'expires_at', createdAt: 'created_at', updatedAt: 'updated_at' },
    },
  })
  return { handle: (request) => auth.handler(request) }
}

function after(ms: number): Date {
  return new Date(Date.now() + ms)
}

function secondFactor() {
  return twoFactor({
    issuer: 'Cardwright',
    accountLockout: { enabled: true, maxFailedAttempts: MAX_WRONG_CODES, durationSeconds: LOCK_OUT_MS / 1_000 },
    schema: {
      user: { fields: { twoFactorEnabled: 'two_factor_enabled' } },
      twoFactor: {
        modelName: 'user_second_factors',
        fields: {
          userId: 'user_id',
          backupCodes: 'backup_codes',
          failedVerificationCount: 'failed_verification_count',
          lockedUntil: 'locked_until',
        },
      },
    },
  })
}

/** The relying party is the host of the public URL, or localhost. */
function passkeys() {
  return passkey({
    rpName: 'Cardwright',
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    authentication: {
      // A passkey replaces the password and the code, so the device must have verified its owner.
      async afterVerification({ verification }) {
        if (!verification.authenticationInfo.userVerified)
          throw new APIError('UNAUTHORIZED', { message: 'The device did not ask its owner.' })
      },
    },
    schema: {
      passkey: {
        modelName: 'user_passkeys',
        fields: {
          userId: 'user_id',
          publicKey: 'public_key',
          credentialID: 'credential_id',
          deviceType: 'device_type',
          backedUp: 'backed_up',
          createdAt: 'created_at',
        },
      },
    },
  })
}
