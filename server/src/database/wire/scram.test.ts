import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Scram } from './scram.ts'

// This is the example of RFC 7677, section 3.
const NONCE = 'rOprNGfwEbeRWgbNEkqO'
const SERVER_FIRST = `r=${NONCE}%hvYDpWUa2RaTCAfuxFIlj)hNlF$k0,s=W22ZaJ0SNY7soEsUEjb6gQ==,i=4096`
const SERVER_FINAL = 'v=6rriTRBi23WpRR/wtup+mMhUZUn/dB5nLTJRsjl95G4='

test('the example of RFC 7677 is reproduced', async () => {
  const scram = new Scram('pencil', NONCE, 'user')
  assert.equal(scram.first(), `n,,n=user,r=${NONCE}`)
  assert.equal(
    await scram.final(SERVER_FIRST),
    `c=biws,r=${NONCE}%hvYDpWUa2RaTCAfuxFIlj)hNlF$k0,p=dHzbZapWIk4jUhN+Ute9ytag9zjfMHgsqmmiz7AndVQ=`,
  )
  scram.verify(SERVER_FINAL)
})

test('a server that does not know the password is detected', async () => {
  const scram = new Scram('another', NONCE, 'user')
  await scram.final(SERVER_FIRST)
  assert.throws(() => scram.verify(SERVER_FINAL), /another server/)
  assert.throws(() => new Scram('pencil').verify(SERVER_FINAL), /another server/)
})

test('a challenge with another nonce is rejected', async () => {
  await assert.rejects(() => new Scram('pencil', 'mine').final(SERVER_FIRST), /does not answer ours/)
  await assert.rejects(
    () => new Scram('pencil', NONCE).final(`r=${NONCE},s=W22ZaJ0SNY7soEsUEjb6gQ==,i=4096`),
    /does not answer/,
  )
  await assert.rejects(
    () => new Scram('pencil', NONCE).final(`r=${NONCE}x,s=W22ZaJ0SNY7soEsUEjb6gQ==`),
    /does not answer/,
  )
})
