// Sign-in by better-auth: passwords, codes, passkeys and sessions, on tables of our own (0007_dashboard_people.sql).
// Which of its endpoints are served, and what is recorded of them, is in serve-sign-in.ts.

import { kyselyAdapter } from '@better-auth/kysely-adapter'
import { passkey } from '@better-auth/passkey'
import { APIError } from 'better-auth/api'
import { betterAuth } from 'better-auth/minimal'
import { twoFactor } from 'better-auth/plugins/two-factor'
import type { Config } from '../config.ts'
import type { Database } from '../database/database.ts'
import type { SessionCookies } from '../http/credentials.ts'
import { newUuid } from '../ids.ts'
import type { Vault } from '../vault/vault.ts'
import { kyselyOver } from './kysely-over-database.ts'

/** Web requests in, web responses out. */
export type SignIn = { handle(request: Request): Promise<Response> }

export const SIGN_IN_PATH = '/dashboard/auth'
/** The address that a request came from, as we have judged it; a client cannot set it. */
export const ADDRESS_HEADER = 'x-cardwright-address'
export const SHORTEST_PASSWORD = 12
export const LONGEST_PASSWORD = 128
const SESSION_SECONDS = 7 * 24 * 3_600
const COOKIE_PREFIX = 'cardwright'

/** The key behind it is the database's own and is never rotated; a session would not outlive it. */
export function sessionCookies(config: Config, vault: Vault): SessionCookies {
  return {
    name: `${isSecure(config) ? '__Secure-' : ''}${COOKIE_PREFIX}.session_token`,
    secret: vault.fingerprint('secret of dashboard sessions').toString('base64'),
  }
}

function isSecure({ publicUrl }: Config): boolean {
  return publicUrl?.startsWith('https:') === true
}

export function openSignIn(config: Config, database: Database, { secret }: SessionCookies): SignIn {
  const auth = betterAuth({
    appName: 'Cardwright',
    basePath: SIGN_IN_PATH,
    secret,
    database: kyselyAdapter(kyselyOver(database.write), { type: 'postgres' }),
    telemetry: { enabled: false },
    logger: { disabled: true }, // it would print e-mail addresses; what fails is thrown and described by our own log
    onAPIError: { throw: true },
    rateLimit: { enabled: false }, // ours counts in all processes together
    advanced: {
      cookiePrefix: COOKIE_PREFIX,
      useSecureCookies: isSecure(config),
      // Pages are static and ask for their data from the same site, so links from elsewhere still work.
      defaultCookieAttributes: { sameSite: 'strict' },
      database: { generateId: () => newUuid(), validateSchema: false },
      ipAddress: { ipAddressHeaders: [ADDRESS_HEADER] },
    },
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      minPasswordLength: SHORTEST_PASSWORD,
      maxPasswordLength: LONGEST_PASSWORD,
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
      disableSessionRefresh: true, // a week after signing in one signs in again
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

function secondFactor() {
  return twoFactor({
    issuer: 'Cardwright',
    accountLockout: { enabled: true, maxFailedAttempts: 10, durationSeconds: 15 * 60 },
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

/** The relying party is the host that the page was reached by: serve-sign-in.ts has judged it. */
function passkeys() {
  return passkey({
    rpName: 'Cardwright',
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    authentication: {
      // It stands in for a password and a code, so the device must have asked its owner.
      async afterVerification({ verification }) {
        if (!verification.authenticationInfo.userVerified) throw new APIError('UNAUTHORIZED')
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
