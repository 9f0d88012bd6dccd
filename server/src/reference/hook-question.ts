// The question to the decision hook, as the hook receives it, and the answer that it gives.

import { QUESTION_TYPE } from '../decision-hook/question.ts'
import { DecisionQuestion } from '../decision-hook/question-schema.ts'
import { DecisionAnswer } from '../decision-hook/read-answer.ts'
import { clean, type Json } from './schema-json.ts'
import { webhookParameters } from './webhook-events.ts'

export function hookQuestion(components: Map<string, Json>): Json {
  const post = {
    operationId: 'onAuthorizationRequest',
    tags: ['Decision hook'],
    summary: `\`${QUESTION_TYPE}\``,
    description:
      'A card is about to be charged, and the decision hook of the workspace is asked. It is signed like a webhook. The merchant waits for the answer.',
    security: [],
    parameters: webhookParameters,
    requestBody: { required: true, content: { 'application/json': { schema: clean(DecisionQuestion, components) } } },
    responses: {
      '200': {
        description: 'The decision. With any other answer, or none in time, `on_timeout` of the hook decides.',
        content: { 'application/json': { schema: clean(DecisionAnswer, components) } },
      },
    },
  }
  return { [QUESTION_TYPE]: { post } }
}
