// Citus reports errors of a shard as internal errors. Only the message tells the original error.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import postgres from 'postgres'
import { isWorthAnotherTry, sqlState, unavailable } from './unavailable.ts'

const internal = (message: string) => Object.assign(new postgres.PostgresError(message), { code: 'XX000', message })

test('an error that a shard has passed on as an internal error keeps its code', () => {
  const states: Record<string, string> = {
    'duplicate key value violates unique constraint "idempotency_keys_pk_102031"': '23505',
    'new row for relation "cards_102014" violates check constraint "cards_available_ck"': '23514',
    'insert or update on table "card_history_102018" violates foreign key constraint "x"': '23503',
    'canceling statement due to lock timeout': '55P03',
    'canceling the transaction since it was involved in a distributed deadlock': '40P01',
    'something else': 'XX000',
  }
  for (const [message, state] of Object.entries(states)) assert.equal(sqlState(internal(message)), state, message)
})

test('a duplicate idempotency key is retried, also if a shard reports it', () => {
  const twice = 'duplicate key value violates unique constraint "idempotency_keys_pk_102031"'
  assert.ok(isWorthAnotherTry(internal(twice)), 'the duplicate key is not retried')
  assert.ok(
    !isWorthAnotherTry(internal('duplicate key value violates unique constraint "cards_pk_102014"')),
    'another constraint is retried',
  )
})

test('a commit that a shard did not confirm has an unknown outcome and is not treated as a rollback', () => {
  const lost = internal('could not commit transaction for shard 102164 on at least one active node')
  assert.notEqual(unavailable(lost), lost)
  const other = internal('something else')
  assert.equal(unavailable(other), other)
})
