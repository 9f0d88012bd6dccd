import { useId, useState } from 'react'
import type { Bin } from '../api/schemas.ts'
import { words } from '../ui/badge.tsx'
import { Choices } from '../ui/choices.tsx'
import { classes } from '../ui/classes.ts'
import { Failed, Loading } from '../ui/states.tsx'
import { acceptance, binSentences, countryName, limitsOf, useBins } from './bin-words.ts'
import { NetworkMark } from './network-mark.tsx'

type Props<None extends string | undefined> = {
  value: string
  /** The name of the choice "no BIN". Without it, a BIN must be chosen. */
  none?: None
  error?: string | undefined
  onChoose: (bin: None extends string ? Bin | undefined : Bin) => void
}

/** The BIN decides the network, the country, where a card is accepted and how much it may spend. */
export function BinChooser<None extends string | undefined = undefined>({ value, none, error, onChoose }: Props<None>) {
  const clear = onChoose as (bin: Bin | undefined) => void
  const [network, setNetwork] = useState<'' | Bin['network']>('')
  const bins = useBins()
  const id = useId()
  if (bins.error) return <Failed problem={bins.error} onRetry={() => void bins.refetch()} />
  if (!bins.data) return <Loading rows={3} label="Loading BINs" />
  const shown = bins.data.data.filter((bin) => network === '' || bin.network === network)
  const chosen = bins.data.data.find((bin) => bin.id === value)
  return (
    <div className="grid gap-2.5">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p id={id} className="text-[13px] font-medium">
          BIN <span className="font-normal text-soft">(where the card's number begins)</span>
        </p>
        <Choices
          label="Network"
          value={network}
          options={[
            { value: '', name: 'All' },
            { value: 'visa', name: 'Visa' },
            { value: 'mastercard', name: 'Mastercard' },
          ]}
          onChoose={setNetwork}
        />
      </div>
      <div
        role="radiogroup"
        aria-labelledby={id}
        className="grid max-h-60 gap-2 overflow-y-auto rounded-lg border border-line bg-sunken p-2 sm:grid-cols-2"
      >
        {none !== undefined && (
          <Option value="" isChosen={value === ''} onChoose={() => clear(undefined)}>
            <span className="self-center text-[13px] font-medium">{none}</span>
          </Option>
        )}
        {shown.map((bin) => (
          <BinOption key={bin.id} bin={bin} isChosen={bin.id === value} onChoose={() => onChoose(bin)} />
        ))}
      </div>
      {error && (
        <p role="alert" className="text-[13px] text-bad">
          {error}
        </p>
      )}
      {chosen && <BinExplained bin={chosen} />}
    </div>
  )
}

type OptionProps = { value: string; isChosen: boolean; onChoose: () => void; children: React.ReactNode }

function Option({ value, isChosen, onChoose, children }: OptionProps) {
  return (
    <label
      className={classes(
        'flex cursor-pointer gap-3 rounded-lg border bg-surface p-3 transition-colors has-focus-visible:outline-2 has-focus-visible:outline-accent',
        isChosen ? 'border-accent' : 'border-line hover:border-line-strong',
      )}
    >
      <input type="radio" name="bin" value={value} checked={isChosen} onChange={onChoose} className="sr-only" />
      {children}
    </label>
  )
}

function BinOption({ bin, isChosen, onChoose }: { bin: Bin; isChosen: boolean; onChoose: () => void }) {
  return (
    <Option value={bin.id} isChosen={isChosen} onChoose={onChoose}>
      <NetworkMark network={bin.network} />
      <span className="grid min-w-0 gap-0.5 text-[13px]">
        <span className="font-medium">
          {words(bin.type)}, {countryName(bin.issuer_country)}
        </span>
        <span className="text-soft">{acceptance(bin)}</span>
        <span className="tabular text-soft">{limitsOf(bin)}</span>
      </span>
    </Option>
  )
}

function BinExplained({ bin }: { bin: Bin }) {
  return (
    <ul className="grid list-disc gap-1 rounded-lg bg-accent-soft py-3 pr-4 pl-8 text-[13px]" aria-live="polite">
      {binSentences(bin).map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
  )
}
