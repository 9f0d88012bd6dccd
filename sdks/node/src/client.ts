import {
  BinsResource,
  CardsResource,
  CategoriesResource,
  EventsResource,
  RequestLogsResource,
  SandboxResource,
  ThreeDsResource,
  TransactionsResource,
  WalletResource,
  WebhooksResource,
} from './generated/resources.ts'
import { printAs } from './masked.ts'
import type { ClientOptions, Environment } from './options.ts'
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
  readonly categories: CategoriesResource
  readonly threeDs: ThreeDsResource
  readonly webhooks: Webhooks
  readonly events: EventsResource
  readonly requestLogs: RequestLogsResource
  /** Drives the outside world. A live key is refused before a request is sent. */
  readonly sandbox: SandboxResource
  /** Told from the key: `sk_test_` is the sandbox, `sk_live_` production. */
  readonly environment: Environment
  readonly baseUrl: string

  constructor(options: ClientOptions = {}) {
    const sender = new Sender(options)
    this.environment = sender.environment
    this.baseUrl = sender.baseUrl
    this.cards = new CardsResource(sender)
    this.transactions = new TransactionsResource(sender)
    this.wallet = new WalletResource(sender)
    this.bins = new BinsResource(sender)
    this.categories = new CategoriesResource(sender)
    this.threeDs = new ThreeDsResource(sender)
    this.webhooks = new Webhooks(sender)
    this.events = new EventsResource(sender)
    this.requestLogs = new RequestLogsResource(sender)
    this.sandbox = new SandboxResource(sender)
    printAs(this, { environment: this.environment, baseUrl: this.baseUrl })
  }
}
