import { defineMessages } from '@weft/kit/messages/messages.ts'
import { api } from '@weft/kit/ui/api.ts'
import { Panel } from '@weft/kit/ui/panel.tsx'
import { refresh } from '@weft/kit/ui/queries.ts'
import { useEntry } from '@weft/kit/ui/resource-form.tsx'
import { useMay } from '@weft/kit/ui/session.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { toastSaved } from '@weft/kit/ui/toast.tsx'
import { Switch } from '@mantine/core'

const texts = defineMessages({
  title: { en: 'Billing', de: 'Abrechnung' },
  exclude: { en: 'Exclude from billing', de: 'Von der Abrechnung ausnehmen' },
  about: {
    en: 'Its runs and records are counted apart and cost nothing. Only the provider decides that.',
    de: 'Seine Läufe und Datensätze werden getrennt gezählt und kosten nichts. Das entscheidet nur der Anbieter.',
  },
})

/** Whether runs of a workflow are on invoices: seen by all, changed by the provider's staff. */
export function Billing({ id }: { id: string }) {
  const t = useTexts(texts)
  const may = useMay()
  const path = `/workflows/${id}` as const
  const { data } = useEntry(path)
  if (!data) return null
  const { label, exclude_from_billing } = data.row
  const change = async (excluded: boolean) => {
    await api.put(`${path}/billing`, { exclude_from_billing: excluded })
    toastSaved(label)
    await refresh(path)
  }
  return (
    <Panel title={t.title()}>
      <Switch
        label={t.exclude()}
        description={t.about()}
        checked={exclude_from_billing}
        disabled={!may('billing.create')}
        onChange={(event) => void change(event.currentTarget.checked)}
      />
    </Panel>
  )
}
