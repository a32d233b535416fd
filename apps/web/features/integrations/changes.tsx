import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import type { Decision } from '@weft/kit/integrations/differences.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { usePathParam } from '@weft/kit/ui/address.ts'
import { api } from '@weft/kit/ui/api.ts'
import { Note, StatusDot } from '@weft/kit/ui/bits.tsx'
import { confirm } from '@weft/kit/ui/confirm.tsx'
import { EmptyState } from '@weft/kit/ui/empty-state.tsx'
import { useFormats } from '@weft/kit/ui/format.ts'
import { Page } from '@weft/kit/ui/page.tsx'
import { Panel } from '@weft/kit/ui/panel.tsx'
import { refresh } from '@weft/kit/ui/queries.ts'
import { FormWaiting, useEntry } from '@weft/kit/ui/resource-form.tsx'
import { useMay } from '@weft/kit/ui/session.ts'
import { notifyRest, useSubmit } from '@weft/kit/ui/submit.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { toast } from '@weft/kit/ui/toast.tsx'
import { IconCheck, IconInfoCircle, IconRefresh } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useConnectors } from '../connections/api.ts'
import { SystemTile } from '../connections/system-tile.tsx'
import { home, type Comparison, type Integration } from './api.ts'
import s from './changes.module.css'
import { Change } from './change.tsx'
import { planSteps, planTexts } from './plan-steps.ts'
import { newFieldTexts } from './new-field-texts.ts'

const texts = defineMessages({
  changes: { en: 'Changes at the source', de: 'Änderungen an der Quelle' },
  notAllowed: { en: 'You may not ask the source', de: 'Sie dürfen die Quelle nicht abfragen' },
  notAllowedText: {
    en: 'Comparing needs the right to try connections. Somebody who has it sees the differences here.',
    de: 'Zum Vergleichen braucht es das Recht, Verbindungen zu prüfen. Wer es hat, sieht hier die Unterschiede.',
  },
  integrations: { en: 'Integrations', de: 'Integrationen' },
  title: { en: 'The source has changed', de: 'Die Quelle hat sich geändert' },
  same: { en: 'The source is as it was', de: 'Die Quelle ist, wie sie war' },
  comparing: { en: 'Comparing with the source', de: 'Vergleich mit der Quelle' },
  ready: {
    en: '{n, plural, one {# difference} other {# differences}}, plan ready',
    de: '{n, plural, one {# Unterschied} other {# Unterschiede}}, Plan liegt bereit',
  },
  of: { en: 'Compared {at} with the tables of {label}.', de: 'Verglichen {at} mit den Tabellen von {label}.' },
  failed: { en: 'The source could not be asked', de: 'Die Quelle konnte nicht gefragt werden' },
  again: { en: 'Compare again', de: 'Erneut vergleichen' },
  differences: { en: 'Differences', de: 'Unterschiede' },
  suggested: { en: 'A suggestion is set for each', de: 'Für jeden ist ein Vorschlag gesetzt' },
  nothing: { en: 'Nothing to decide', de: 'Nichts zu entscheiden' },
  nothingText: {
    en: 'Every field is what was decided about it.',
    de: 'Jedes Feld ist, wie darüber entschieden wurde.',
  },
  missing: {
    en: '{table} is not there any more. Runs fail until it is back or its steps are taken out of the workflow.',
    de: '{table} gibt es nicht mehr. Läufe scheitern, bis es sie wieder gibt oder ihre Schritte aus dem Workflow genommen sind.',
  },
  does: { en: 'What applying does', de: 'Was Anwenden bewirkt' },
  lost: {
    en: 'Nothing is lost until you decide. Tables go on in their old shape; a field nobody stores never stops a run.',
    de: 'Bis Sie entscheiden, geht nichts verloren. Tabellen laufen in ihrer alten Form weiter; ein Feld, das niemand speichert, hält keinen Lauf auf.',
  },
  nextTime: { en: 'Next time', de: 'Nächstes Mal' },
  newField: { en: 'New field', de: 'Neues Feld' },
  later: { en: 'Decide later', de: 'Später entscheiden' },
  apply: { en: 'Apply plan', de: 'Plan anwenden' },
  sure: { en: 'Apply the plan?', de: 'Den Plan anwenden?' },
  applied: { en: 'The plan is applied', de: 'Der Plan ist angewendet' },
  decided: { en: 'All {n} decided', de: 'Alle {n} entschieden' },
})

export function ChangesScreen() {
  const id = usePathParam('id')
  const { data } = useEntry(`/integrations/${id}`)
  if (!data) return <FormWaiting />
  return <Compared integration={data.row} />
}

/** Asks the source, and shows what is different with a plan to take it over. */
function Compared({ integration }: { integration: Integration }) {
  const t = useTexts(texts)
  const { ago } = useFormats()
  const connectors = useConnectors()
  const mayAsk = useMay()('connections.run')
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['compare', integration.id],
    enabled: mayAsk,
    queryFn: ({ signal }) => api.post(`/integrations/${integration.id}/compare`, undefined, { signal }),
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  })
  const comparison = data?.data
  const n = comparison?.differences.length ?? 0
  const again = (
    <Button
      variant="default"
      loading={isFetching}
      leftSection={<IconRefresh size={15} />}
      onClick={() => void refetch()}
    >
      {t.again()}
    </Button>
  )
  return (
    <Page
      title={!mayAsk ? t.changes() : !comparison ? t.comparing() : n > 0 ? t.title() : t.same()}
      icon={
        <SystemTile connector={connectors.find(({ key }) => key === integration.connection?.connector)} size={40} />
      }
      badge={n > 0 && <StatusDot tone="amber">{t.ready({ n })}</StatusDot>}
      subtitle={comparison && t.of({ at: ago(comparison.compared_at), label: integration.label })}
      crumbs={[
        { title: t.integrations(), to: home },
        { title: integration.label, to: `${home}/${integration.id}` },
      ]}
      actions={mayAsk && again}
      fill
      bleed
    >
      {!mayAsk ? (
        <EmptyState title={t.notAllowed()} text={t.notAllowedText()} />
      ) : error ? (
        <EmptyState title={t.failed()} text={error.message} action={again} />
      ) : !comparison ? (
        <FormWaiting />
      ) : (
        <Plan key={comparison.compared_at} integration={integration} comparison={comparison} />
      )}
    </Page>
  )
}

function Plan({ integration, comparison }: { integration: Integration; comparison: Comparison }) {
  const t = useTexts(texts)
  const steps = useTexts(planTexts)
  const rules = useTexts(newFieldTexts)
  const may = useMay()
  const navigate = useNavigate()
  const { busy, send } = useSubmit(notifyRest)
  const { differences, missing_tables } = comparison
  const [changed, setChanged] = useState<Record<string, Decision>>({})
  const decided = differences.map((one) => ({ ...one, decision: changed[one.id] ?? one.decision }))
  // A guess shows at once what it is founded on.
  const guessed = differences.find(({ evidence }) => evidence !== null)?.id
  const page = `${home}/${integration.id}`
  const asking = useRef(false)
  const apply = async () => {
    asking.current = true
    const isSure = await confirm({ title: t.sure(), text: t.lost(), action: t.apply() })
    asking.current = false
    if (!isSure) return
    await send(async () => {
      await api.post(`/integrations/${integration.id}/apply`, {
        decisions: decided.map(({ id, decision }) => ({ id, decision })),
      })
      toast({ title: t.applied(), tone: 'green' })
      await refresh('/integrations', '/data_structures', '/mappings', '/workflows')
      await navigate({ to: page })
    })
  }
  useCtrlEnter(() => {
    if (differences.length > 0 && may('workflows.update') && !busy && !asking.current) void apply()
  })
  return (
    <div className={s['page']}>
      <div className={s['halves']}>
        <section aria-labelledby="differences">
          <header className={s['head']}>
            <h2 id="differences">{t.differences()}</h2>
            {differences.length > 0 && <span>{t.suggested()}</span>}
          </header>
          {missing_tables.map((table) => (
            <Note key={table} tone="red">
              {t.missing({ table })}
            </Note>
          ))}
          {differences.length === 0 && missing_tables.length === 0 && (
            <EmptyState icon={IconCheck} title={t.nothing()} text={t.nothingText()} />
          )}
          <div className={s['list']}>
            {decided.map((difference) => (
              <Change
                key={difference.id}
                difference={difference}
                isOpen={difference.id === guessed}
                decide={(decision) => setChanged({ ...changed, [difference.id]: decision })}
              />
            ))}
          </div>
        </section>
        <aside className={s['side']}>
          {differences.length > 0 && (
            <Panel title={t.does()}>
              <ol className={s['steps']}>
                {planSteps(decided).map(({ key, fields }) => (
                  <li key={key}>
                    <b>{steps[key]({ n: fields.length })}</b>
                    {fields.length > 0 && <small>{fields.join(', ')}</small>}
                  </li>
                ))}
              </ol>
            </Panel>
          )}
          <Note tone="blue" icon={<IconInfoCircle size={16} aria-hidden />}>
            {t.lost()}
          </Note>
          <Panel title={t.nextTime()}>
            <dl className={s['rules']}>
              <dt>{t.newField()}</dt>
              <dd>{rules[integration.new_fields]()}</dd>
            </dl>
          </Panel>
        </aside>
      </div>
      {differences.length > 0 && (
        <footer className={s['foot']}>
          <Button variant="subtle" component={Link} to={page}>
            {t.later()}
          </Button>
          <span>{t.decided({ n: differences.length })}</span>
          {may('workflows.update') && (
            <Button loading={busy} onClick={() => void apply()}>
              {t.apply()}
            </Button>
          )}
        </footer>
      )}
    </div>
  )
}

/** Applies from anywhere on the page, after the same question. */
function useCtrlEnter(act: () => void) {
  useEffect(() => {
    const heard = (event: KeyboardEvent) => {
      if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) act()
    }
    document.addEventListener('keydown', heard)
    return () => document.removeEventListener('keydown', heard)
  })
}
