// The example of docs/guides/agents.md with the official Python client.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { assertKeptSecret } from './assert-secrecy.ts'
import { approve, openScene, payInPerson } from './scene.ts'

const AGENT = fileURLToPath(new URL('../../../docs/guides/examples/agent/agent.py', import.meta.url))
const RUN = fileURLToPath(new URL('../../../sdks/python/run', import.meta.url))
const scene = await openScene()
const bought: string[] = []

for (const way of ['pay', 'person'])
  test(`the card is typed by ${way === 'pay' ? 'the checkout helper' : 'the person'}`, async () => {
    const { next, ended } = scene.startAgent(['sh', RUN, 'python', AGENT, scene.shop, way, scene.desk])
    const { approval_url } = await next('please decide')
    await approve(scene, approval_url!)
    if (way === 'person') await payInPerson(scene, await next('please pay'), next('the passcode is on your page'))
    const { outcome } = await next('done')
    assert.deepEqual([outcome, await ended], ['success', 0])
    const id = approval_url!.split('/').at(-1)!
    const { body } = await scene.boss.get(`/spend-requests/${id}`)
    assert.deepEqual([body.status, body.outcome], ['used', 'success'])
    bought.push(id)
  })

test('no process sends a secret except where it belongs', () => assertKeptSecret(scene, bought))
