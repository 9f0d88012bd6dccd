import type { ApiPromise } from './api-promise.ts'
import {
  BinsResource,
  CardsResource,
  CardTemplatesResource,
  CategoriesResource,
  DecisionHookResource,
  EventsResource,
  KeysResource,
  RequestLogsResource,
  RulesResource,
  SandboxResource,
  SpendRequestsResource,
  ThreeDsResource,
  TransactionsResource,
  WalletResource,
  WebhooksResource,
} from './generated/resources.ts'
import type { Environment } from './generated/schemas.ts'
import { printAs } from './masked.ts'
import type { ClientOptions, RequestOptions } from './options.ts'
import { checkedPath, type Method } from './request.ts'
import { Sender } from './sender.ts'
import { signTestPayload, verify } from './webhooks.ts'

export class Webhooks extends WebhooksResource {
  readonly verify = verify
  readonly signTestPayload = signTestPayload
}

/** A client of one Cardwright workspace. */
export class Cardwright {
  readonly cards: CardsResource
  readonly transactions: TransactionsResource
  readonly wallet: WalletResource
  readonly bins: BinsResource
  readonly cardTemplates: CardTemplatesResource
  readonly spendRequests: SpendRequestsResource
  readonly categories: CategoriesResource
  readonly decisionHook: DecisionHookResource
  readonly threeDs: ThreeDsResource
  readonly rules: RulesResource
  readonly webhooks: Webhooks
  readonly events: EventsResource
  readonly requestLogs: RequestLogsResource
  readonly keys: KeysResource
  /** Simulates the outside world. A live key is refused before a request is sent. */
  readonly sandbox: SandboxResource
  /** The environment of the key: `sk_test_` is the sandbox, `sk_live_` is production. */
  readonly environment: Environment
  readonly baseUrl: string
  readonly #sender: Sender

  constructor(options: ClientOptions = {}) {
    const sender = new Sender(options)
    this.#sender = sender
    this.environment = sender.environment
    this.baseUrl = sender.baseUrl
    this.cards = new CardsResource(sender)
    this.transactions = new TransactionsResource(sender)
    this.wallet = new WalletResource(sender)
    this.bins = new BinsResource(sender)
    this.cardTemplates = new CardTemplatesResource(sender)
    this.spendRequests = new SpendRequestsResource(sender)
    this.categories = new CategoriesResource(sender)
    this.decisionHook = new DecisionHookResource(sender)
    this.threeDs = new ThreeDsResource(sender)
    this.rules = new RulesResource(sender)
    this.webhooks = new Webhooks(sender)
    this.events = new EventsResource(sender)
    this.requestLogs = new RequestLogsResource(sender)
    this.keys = new KeysResource(sender)
    this.sandbox = new SandboxResource(sender)
    printAs(this, { environment: this.environment, baseUrl: this.baseUrl })
  }
  /** Returns a copy of this client with other options: `client.withOptions({ maxRetries: 0 })`. */
  withOptions(options: ClientOptions): Cardwright {
    return new Cardwright(this.#sender.optionsWith(options))
  }

  /** Sends any request under the base address, with the retries, idempotency keys and errors of other methods. */
  request<T = unknown>(
    method: Method,
    path: string,
    { query, body }: { query?: object | undefined; body?: object | undefined } = {},
    options?: RequestOptions,
  ): ApiPromise<T> {
    return this.#sender.one({ method, path: checkedPath(path), query, body }, options)
  }
}
