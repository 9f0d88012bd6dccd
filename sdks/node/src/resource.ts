import type { Sender } from './sender.ts'

export class Resource {
  protected readonly sender: Sender

  constructor(sender: Sender) {
    this.sender = sender
  }
}
