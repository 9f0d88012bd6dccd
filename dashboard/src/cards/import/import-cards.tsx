import { useState } from 'react'
import { useMay } from '../../api/me.ts'
import type { CardTemplate } from '../../api/schemas.ts'
import { NotAllowed } from '../../shell/not-allowed.tsx'
import { useTemplates } from '../../templates/use-templates.ts'
import { BackLink } from '../../ui/back-link.tsx'
import { Page } from '../../ui/page.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Failed, Loading } from '../../ui/states.tsx'
import { useBins } from '../bin-words.ts'
import { useCategories } from '../category-picker.tsx'
import { NoBins } from '../no-bins.tsx'
import { ChooseFile } from './choose-file.tsx'
import { type Plan, planCards } from './planned-cards.ts'
import { RunPanel } from './run-panel.tsx'

/** Creates many cards from one file: shows a preview, then creates the cards line by line. */
export function ImportCards() {
  const mayOperate = useMay()('operate')
  return (
    <Page
      title="Create cards from CSV"
      lead="One card for each line, funded from the wallet."
      above={<BackLink to="/cards" name="Cards" />}
    >
      {mayOperate ? <Import /> : <NotAllowed>Only people who can manage cards can create them.</NotAllowed>}
    </Page>
  )
}

function Import() {
  const [plan, setPlan] = useState<Plan & { id: string }>()
  const bins = useBins()
  const categories = useCategories()
  const templates = useTemplates()
  const [forAll, setForAll] = useState<CardTemplate>()
  const problem = bins.error ?? categories.error ?? templates.error
  const catalogue = bins.data &&
    categories.data &&
    templates.data && {
      bins: bins.data.data,
      categories: categories.data.data,
      templates: templates.data.data,
      forAll,
    }
  const hasNoBins = catalogue?.bins.length === 0
  return (
    <>
      {!catalogue && <Panel>{problem ? <Failed problem={problem} /> : <Loading rows={6} />}</Panel>}
      {hasNoBins && (
        <Panel>
          <NoBins />
        </Panel>
      )}
      {catalogue && !hasNoBins && (!plan || plan.problem !== undefined) && (
        <ChooseFile
          problem={plan?.problem}
          template={forAll}
          onTemplate={setForAll}
          onText={(text) => setPlan({ ...planCards(text, catalogue), id: crypto.randomUUID() })}
        />
      )}
      {plan && plan.problem === undefined && (
        <RunPanel key={plan.id} plan={plan} onStartOver={() => setPlan(undefined)} />
      )}
    </>
  )
}
