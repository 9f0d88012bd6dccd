// The addresses that processors call: POST /processors/{name}/decisions and /processors/{name}/events. The bytes are verified
// before they are parsed. Both callbacks accept every kind of message, whichever address the processor was enrolled with.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { unavailable } from '../database/database.ts'
import { NotDecided } from '../engine/operation.ts'
import { ApiError } from '../errors.ts'
import { ownHeadersOf } from '../http/send.ts'
import { describeFailure } from '../log.ts'
import type { Inbound } from '../processors/inbound.ts'
import {
  BadSignature,
  type Processor,
  type ProcessorAnswer,
  ProcessorSilent,
  UnreadableMessage,
} from '../processors/processor.ts'
import type { Question } from '../processors/question.ts'
import type { Services } from '../services.ts'
import { answerQuestion } from './answer-question.ts'
import { deliverAnswer } from './deliver-answer.ts'
import { PROBE_HEADER, PROOF_HEADER, proofOf } from './prove-callback.ts'
import { type Arrival, arrivalOf } from './question-time.ts'
import { takeInbound } from './take-inbound.ts'

const MAX_MESSAGE_BYTES = 512 * 1024
const RECEIVED: ProcessorAnswer = { status: 200, text: '{"received":true}' }

export function serveProcessorCallbacks(app: FastifyInstance, services: Services): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: MAX_MESSAGE_BYTES }, (_request, bytes, done) =>
    done(null, bytes),
  )
  for (const callback of ['decisions', 'events']) {
    app.post(`/processors/:name/${callback}`, { bodyLimit: MAX_MESSAGE_BYTES }, (request, reply) =>
      receive(services, request, reply),
    )
  }
}

async function receive(services: Services, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const processor = services.processors.get((request.params as { name: string }).name)
  if (!processor) throw new ApiError('not_found')
  const { messages, arrival } = await readVerified(services, processor, request)
  const answer = await take(services, processor, messages, arrival).catch((error) => {
    throw asUnavailable(error)
  })
  return reply
    .code(answer.status)
    .headers({ 'content-type': 'application/json', 'cache-control': 'no-store', ...processor.answerHeaders })
    .send(answer.text)
}

/** Nothing happened, or sending it again is safe, so the processor is told to retry. */
function asUnavailable(error: unknown): unknown {
  if (error instanceof NotDecided || error instanceof ProcessorSilent)
    return new ApiError('service_unavailable', error.message)
  return unavailable(error)
}

type Received = { messages: Inbound[]; arrival: Arrival }

async function readVerified(services: Services, processor: Processor, request: FastifyRequest): Promise<Received> {
  const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
  const signedAt = await verify(services, processor, request, body)
  const arrival = arrivalOf(signedAt, request.startedAt, services.clock())
  try {
    return { messages: processor.read(body), arrival }
  } catch (error) {
    if (!(error instanceof UnreadableMessage)) throw error
    services.processors.metrics.unreadable.inc({ processor: processor.name })
    services.log.warn({ processor: processor.name, ...describeFailure(error) }, 'a message made no sense')
    throw new ApiError('invalid_request', error.message)
  }
}

/** A signature that does not match may be made with a secret that an operator has just fetched. */
async function verify(services: Services, processor: Processor, request: FastifyRequest, body: Buffer): Promise<Date> {
  const look = () => signatureTime(processor, request, body, services.clock())
  const signedAt = look()
  if (signedAt) return signedAt
  const proof = proofOf(services.vault, processor.name, request.headers[PROBE_HEADER])
  if (proof !== undefined) ownHeadersOf(request)[PROOF_HEADER] = proof
  else if (await services.processors.lookForNewSecrets()) {
    const signedByNew = look()
    if (signedByNew) return signedByNew
  }
  services.processors.metrics.badSignatures.inc({ processor: processor.name })
  throw new ApiError('unauthorized', 'The message is not signed by this processor.')
}

/** Undefined when the processor has not signed the message. */
function signatureTime(processor: Processor, { headers }: FastifyRequest, body: Buffer, now: Date): Date | undefined {
  try {
    return processor.verify(headers, body, now)
  } catch (error) {
    if (error instanceof BadSignature) return undefined
    throw error
  }
}

/** A question is always alone in its message. Other items are taken one after another. */
async function take(
  services: Services,
  processor: Processor,
  messages: Inbound[],
  arrival: Arrival,
): Promise<ProcessorAnswer> {
  for (const message of messages) {
    if (message.type === 'question') return answered(services, processor, message.question, arrival)
    if (message.type === 'thin' && message.isQuestion) {
      const fetched = await processor.fetch(message.reference)
      return take(
        services,
        processor,
        fetched.filter((each) => each.type !== 'thin'),
        arrival,
      )
    }
    await takeInbound(services, processor, message)
  }
  return RECEIVED
}

async function answered(
  services: Services,
  processor: Processor,
  question: Question,
  arrival: Arrival,
): Promise<ProcessorAnswer> {
  const { metrics, minutes } = services.processors
  let outcome: 'answered' | 'late' | 'failed' = 'failed'
  try {
    const answer = await answerQuestion(services, processor, question, arrival)
    outcome = 'answered'
    if (processor.abilities.answersBy === 'response') return answer
    await deliverAnswer(services, processor, question, answer)
    return RECEIVED
  } catch (error) {
    if (error instanceof NotDecided) outcome = 'late'
    throw error
  } finally {
    const durationMs = performance.now() - arrival.arrivedAt
    metrics.answers.observe({ processor: processor.name, outcome }, durationMs / 1000)
    minutes.count(processor.name, outcome, durationMs)
    services.processors.noteQuestion(processor.name)
  }
}
