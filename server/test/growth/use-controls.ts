// Controls and the decision hook in the growth scenario: a limit that is set late, and a hook that fails until it is
// paused.

import type { Api, TestService } from '../harness.ts'
import { done, sceneOf } from '../sandbox/scene.ts'
import type { Receiver } from '../webhooks/receiver.ts'

type Setting = { service: TestService; api: Api; card: string; receiver: Receiver }

export async function useControls({ api, card }: Setting): Promise<void> {
  const limits = [{ window: 'day', amount: 900_000, count: 90_000 }]
  done(await api.patch(`/cards/${card}`, { controls: { limits } }), 200)
  done(await api.get(`/cards/${card}/limits`), 200)
  await holdAndReverse(api, card)
  done(await api.patch(`/cards/${card}`, { controls: null }), 200)
}

/** Leaves no hold to expire, because the rest of the scenario decides how many holds are due. */
async function holdAndReverse(api: Api, card: string): Promise<void> {
  const scene = sceneOf(api, card)
  done(await scene.on(await scene.hold(1), 'reverse'), 200)
}

/** After this many failures in a row the hook is paused. */
const ENOUGH_FAILURES = 11

/**
 * The receiver responds to webhooks but not with a valid decision, so each question fails and is approved by the
 * fallback.
 */
export async function useDecisionHook({ service, api, card, receiver }: Setting): Promise<void> {
  const hook = { url: receiver.url, on_timeout: 'approve', card_ids: [card] }
  done(await api.put('/decision-hook', hook), 200)
  done(await api.put('/decision-hook', { ...hook, timeout_ms: 900 }), 200)
  for (let n = 0; n < ENOUGH_FAILURES; n++) {
    await holdAndReverse(api, card)
    // The log is written in batches, and the size of a batch changes the statement.
    await service.services.requestLog.flush()
  }
  done(await api.get('/decision-hook'), 200)
  done(await api.post('/decision-hook/test'), 200)
  done(await api.get('/decision-hook/attempts?outcome=error'), 200)
  done(await api.get(`/decision-hook/attempts?card_id=${card}`), 200)
  done(await api.post('/decision-hook/rotate-secret'), 200)
  done(await api.delete('/decision-hook'), 200)
  await holdAndReverse(api, card)
}
