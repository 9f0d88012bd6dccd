import { CommandError } from '../../../cli/src/framework/failures.ts'
import { accountNameFault } from '../accounts/account-name.ts'
import { createAccount } from '../accounts/create-account.ts'
import { machineClock } from '../clock.ts'
import { publicUrlOf } from '../config/config.ts'
import { createLink } from '../people/links.ts'
import { type Command, json, withSchema } from './command.ts'

const MAX_LENGTH = 200

const required = (value: string, help: string) => ({ kind: 'text', value, help, required: true }) as const

export const createAccountCommand: Command = {
  name: 'accounts create',
  summary: 'create an account with a sandbox and a production workspace',
  options: {
    name: required('NAME', 'the name of the customer'),
    'holder-name': required('NAME', 'the name on the cards'),
    line1: required('TEXT', 'billing address: street and number'),
    city: required('TEXT', 'billing address: city'),
    state: required('TEXT', 'billing address: state or region'),
    zip: required('TEXT', 'billing address: postal code'),
    country: required('CODE', 'billing address: country code of two letters'),
    json,
  },
  async run(call) {
    const field = (name: string) => checked(name, call.text(name)!)
    const account = {
      name: accountName(field('name')),
      holderName: field('holder-name'),
      billingAddress: {
        line1: field('line1'),
        city: field('city'),
        state: field('state'),
        zip: field('zip'),
        country: country(field('country')),
      },
    }
    const { id, link } = await withSchema(call, ({ config, database }) =>
      database.transaction(async (tx) => {
        const now = machineClock()
        const { id } = await createAccount(tx, { ...account, now })
        const { path } = await createLink(tx, { kind: 'invitation', role: 'owner', accountId: id, now })
        return { id, link: `${publicUrlOf(config)}${path}` }
      }),
    )
    if (call.flag('json')) return call.printJson({ id, name: account.name, link })
    call.print(`${id}\n\nIts wallets are empty and it has no key yet. Make one with: keys create --account ${id}
Its owner joins the dashboard by this link, once, within seven days:\n\n${link}`)
  },
}

function checked(name: string, value: string): string {
  if (value.length > MAX_LENGTH) throw new CommandError(`--${name} has more than ${MAX_LENGTH} characters`)
  return value
}

function accountName(name: string): string {
  const fault = accountNameFault(name)
  if (fault !== undefined) throw new CommandError(`--name ${fault}`)
  return name
}

function country(value: string): string {
  const code = value.toUpperCase()
  if (!/^[A-Z]{2}$/.test(code)) throw new CommandError('--country must be a code of two letters, such as US')
  return code
}
