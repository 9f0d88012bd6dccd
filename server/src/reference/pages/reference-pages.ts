// The pages of the reference: one for each tag, the catalogue of events, and the list of errors.

import { ApiError, type ErrorId, errorIds, statusOf } from '../../errors.ts'
import { codeBlock } from './code-block.ts'
import type { DescribedApi, EventType, Question, Tag } from './described-api.ts'
import { fieldList, parameterList, words } from './fields.ts'
import { highlightJson } from './highlight.ts'
import { type Html, html } from './html.ts'
import { operationArticle } from './operation.ts'
import type { Components } from './schema-words.ts'

export function tagPage({ name, description, operations, questions }: Tag, components: Components): Html {
  return html`<h1>${name}</h1><p class="lead">${words(description)}</p>${keyField}${operations.map((each) =>
    operationArticle(each, components),
  )}${questions.map((each) => questionArticle(each, components))}`
}

/** Filled in by the script. The key stays in the memory of the tab. */
const keyField = html`<div class="key" hidden><label for="key">Your sandbox key</label><input id="key" type="password" autocomplete="off" spellcheck="false" placeholder="sk_test_…"><p id="key-note" role="status">Fills in the samples and sends from this page. It stays in the memory of this tab.</p></div>`

export function eventsPage({ events, deliveryHeaders, components }: DescribedApi): Html {
  return html`<h1>Event catalogue</h1>
<p class="lead">Each event is sent to the webhook endpoints that ask for its type, and is listed by <a href="/docs/api/events">GET /v1/events</a> for 30 days. The guide <a href="/docs/guides/webhooks">Webhooks</a> shows how to check a signature.</p>
<ul class="list">${events.map(({ type }) => html`<li><a href="#${type}"><code>${type}</code></a></li>`)}</ul>
<section class="plain"><h2 id="delivery-headers">Headers of every delivery</h2>${parameterList(deliveryHeaders, components)}</section>
${events.map((event) => eventArticle(event, components))}`
}

function eventArticle({ type, description, schema, example }: EventType, components: Components): Html {
  return html`<article class="operation" id="${type}" aria-labelledby="${type}-title">
<div class="told"><h2 id="${type}-title"><a href="#${type}" class="anchor"><code>${type}</code></a></h2><p>${words(description)}</p><h3>Payload</h3>${fieldList(schema, components, false)}</div>
<div class="shown"><div class="example"><p class="bar">What your endpoint receives</p>${codeBlock(highlightJson(JSON.stringify(example, null, 2)))}</div></div>
</article>`
}

/** A request of the service that a server of the customer answers with a body. */
function questionArticle({ type, description, schema, example, answer }: Question, components: Components): Html {
  return html`<article class="operation" id="${type}" aria-labelledby="${type}-title">
<div class="told"><h2 id="${type}-title"><a href="#${type}" class="anchor"><code>${type}</code></a></h2><p>${words(description)}</p><h3>Question</h3>${fieldList(schema, components, false)}<h3>Your answer <span class="status good">200</span></h3>${fieldList(answer.schema, components, true)}</div>
<div class="shown"><div class="example"><p class="bar">What your server receives</p>${codeBlock(highlightJson(JSON.stringify(example, null, 2)))}</div><div class="example"><p class="bar">What it answers</p>${codeBlock(highlightJson(JSON.stringify(answer.example, null, 2)))}</div></div>
</article>`
}

const MEANINGS: Partial<Record<ErrorId, string>> = {
  invalid_request: 'The request does not fit the schema of the operation. `param` names the field.',
  invalid_json: 'The body is not valid JSON.',
  invalid_amount: 'An amount is not a number of dollars with at most two decimals, or outside its bounds.',
  invalid_bin: 'There is no such BIN, or it cannot be used here.',
  invalid_category: 'A category is neither a name of `GET /categories` nor a code of four digits.',
  invalid_event_type: 'There is no event of this type.',
  invalid_url: 'The address of an endpoint must be `https`, and reachable from outside.',
  invalid_currency: 'The currency is unknown, or deposits in it are not set up.',
  invalid_spending_limit: 'The limit is above what the BIN allows in a month.',
  invalid_metadata: 'Metadata has too many keys, or a key or value that is too long.',
  invalid_rule: 'A condition of the rule does not make sense. `param` names it.',
  invalid_controls: 'A part of the controls contradicts another.',
  invalid_template: 'There is no such template, or it does not fit this card.',
  insufficient_funds: 'The wallet or the card does not hold enough.',
  budget_exceeded: 'The budget of the key does not cover it.',
  invalid_state: 'The object is in a state in which this cannot be done.',
  invalid_otp: 'The passcode is wrong.',
  forbidden: 'The key or the person may not do this. `message` says what is missing.',
  rate_limit_exceeded: 'Too many requests. Wait for `retry_after` seconds.',
  service_unavailable: 'The service cannot answer now. Repeat with the same idempotency key.',
}

/** The general meaning of an error, when no operation says more. */
export function meaningOf(id: ErrorId): string {
  return MEANINGS[id] ?? new ApiError(id).message
}

const REQUEST_ID = 'req_01a1dfb7e1057168a3b0c85ccf1a9afe'

export function errorsPage({ tags, components }: DescribedApi): Html {
  const operations = tags.flatMap(({ slug, operations }) => operations.map((each) => ({ slug, ...each })))
  const users = (id: ErrorId) => operations.filter(({ route }) => (route.errors ?? []).includes(id))
  const example = new ApiError('card_not_found').body(REQUEST_ID)
  return html`<h1>Errors</h1>
<p class="lead">An error is always an object of this shape. Decide by <code>error</code>, log <code>request_id</code>; the wording of <code>message</code> may change. The guide <a href="/docs/guides/retries-and-errors">Retries and errors</a> says which requests to repeat.</p>
<article class="operation"><div class="told"><h2 id="shape">Shape</h2>${fieldList({ $ref: '#/components/schemas/Error' }, components, false)}</div>
<div class="shown"><div class="example"><p class="bar">Answer <span class="status bad">404</span></p>${codeBlock(highlightJson(JSON.stringify(example, null, 2)))}</div></div></article>
<h2 id="all">All errors</h2>
<dl class="catalogue">${errorIds.map(
    (id) =>
      html`<div id="${id}"><dt><code>${id}</code> <span class="status bad">${statusOf(id)}</span></dt><dd><p>${words(meaningOf(id))}</p>${
        users(id).length > 0 &&
        html`<p class="values">Of ${users(id).map(({ slug, operation }) => html`<a href="/docs/api/${slug}#${operation.operationId}">${operation.summary}</a> `)}</p>`
      }</dd></div>`,
  )}</dl>`
}
