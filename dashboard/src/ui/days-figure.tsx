import { DayBars } from './day-bars.tsx'

/** `color` is a colour of the theme. */
export type Series = { key: string; name: string; color: string }
export type DayRow = { date: string; counts: Record<string, number>; note?: string }

type Props = {
  caption: string
  series: Series[]
  /** Every day of the period, oldest first. */
  days: DayRow[]
  /** The heading of the `note` column in the table for people who cannot see the chart. */
  noteName?: string
}

/** Counts per day as stacked bars, and as a table for people who cannot see the chart. */
export function DaysFigure({ caption, series, days, noteName }: Props) {
  return (
    <figure className="grid gap-2">
      <div aria-hidden className="h-44">
        <DayBars
          days={days}
          partsOf={({ counts }) => series.map(({ key, color }) => ({ value: counts[key] ?? 0, color }))}
          noteOf={(day) => <DayNote series={series} day={day} />}
          tickText={(count) => count.toLocaleString('en-US')}
          isWhole
        />
      </div>
      <figcaption aria-hidden className="flex flex-wrap gap-x-4 gap-y-1 text-[13px] text-soft">
        {series.map(({ key, name, color }) => (
          <span key={key} className="inline-flex items-center gap-1.5">
            <span className="size-2.5 rounded-sm" style={{ background: color }} />
            {name}
          </span>
        ))}
      </figcaption>
      <div className="sr-only">
        <table>
          <caption>{caption}</caption>
          <thead>
            <tr>
              <th scope="col">Day</th>
              {series.map(({ key, name }) => (
                <th key={key} scope="col">
                  {name}
                </th>
              ))}
              {noteName && <th scope="col">{noteName}</th>}
            </tr>
          </thead>
          <tbody>
            {days.map(({ date, counts, note }) => (
              <tr key={date}>
                <th scope="row">{date}</th>
                {series.map(({ key }) => (
                  <td key={key}>{counts[key]}</td>
                ))}
                {noteName && <td>{note}</td>}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </figure>
  )
}

function DayNote({ series, day: { counts, note } }: { series: Series[]; day: DayRow }) {
  return (
    <>
      {series.map(({ key, name }) => (
        <p key={key} className="tabular">
          {name}: <span className="font-semibold">{counts[key]}</span>
        </p>
      ))}
      {note && <p className="tabular text-soft">{note}</p>}
    </>
  )
}
