import Type from 'typebox'
import { Strict, Text } from '../http/schemas.ts'
import { createRevealSession } from '../reveal/create-session.ts'
import { resultOf, tool } from './tool.ts'

export const getRevealLink = tool({
  name: 'get_reveal_link',
  title: 'Get a page that shows a card',
  description:
    'The address of a page on which a person sees the details of a card once, within five minutes. They go to the person and never to you: give the address to the person who pays. For an agent key it is a page of the dashboard, which the person opens after signing in; for another key it is a page for a frame of the given origin. Works for cards that were made for this key.',
  effect: 'changes',
  isRepeatable: false,
  input: Strict({
    card_id: Text({ maxLength: 100, description: 'Of an approved spend request, or of list_cards.' }),
    origin: Text({
      maxLength: 300,
      description:
        'The origin of the shop, and nothing after it: the person sees where the card is to be used. For a key that is not an agent key, the origin of the page that will frame it.',
      examples: ['https://shop.example.com'],
    }),
  }),
  output: Type.Object({ url: Type.String(), expires_at: Type.String() }),
  routes: [createRevealSession],
  run: async ({ card_id, origin }, { call }) =>
    resultOf(await call(createRevealSession, { params: { card_id }, body: { origin } }), presentLink),
})

function presentLink({ url, expires_at }: { url: string; expires_at: string }) {
  return { url, expires_at }
}
