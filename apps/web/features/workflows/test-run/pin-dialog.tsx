import { Button, Select, Textarea } from '@mantine/core'
import { IconPin } from '@tabler/icons-react'
import { exitName, exitsShown, type Catalogue } from '@weft/designers/workflow/elements.ts'
import { api } from '@weft/kit/ui/api.ts'
import { Dialog } from '@weft/kit/ui/dialog.tsx'
import { useLanguage } from '@weft/kit/ui/language.ts'
import { invalidate } from '@weft/kit/ui/queries.ts'
import { assignToField, useSubmit } from '@weft/kit/ui/submit.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import type { FlowStep } from '@weft/kit/workflow-text/flow.ts'
import { useId, useState } from 'react'
import s from './test-run.module.css'
import { pinTexts } from './texts.ts'
import { pinsKey, type Pin } from './use-pins.ts'

type Props = {
  workflow_id: string
  step: FlowStep
  catalogue: Catalogue
  pin: Pin | undefined
  /** What has left the step in the run shown, by exit. */
  left: Record<string, Record<string, unknown>[]>
  onClose(): void
}

/** The records that a step hands out in test runs of one's own. */
export function PinDialog({ workflow_id, step, catalogue, pin, left, onClose }: Props) {
  const t = useTexts(pinTexts)
  const language = useLanguage()
  const form = useId()
  const element = catalogue.get(step.element)
  const exits = exitsShown(element, step)
  const [exit, setExit] = useState(pin?.exit ?? exits.find((one) => left[one]?.length) ?? exits[0] ?? 'out')
  const [text, setText] = useState(() => textOf(pin?.records ?? left[exit]))
  const { busy, send, errorAt } = useSubmit(assignToField('records'))

  const then = async (work: Promise<unknown>) => {
    await work
    await invalidate({ queryKey: pinsKey(workflow_id) })
    onClose()
  }
  const keep = () =>
    send(() => then(api.post(`/workflows/${workflow_id}/pins`, { step: step.id, exit, records: text })))
  const letGo = () => send(() => then(api.delete(`/workflows/${workflow_id}/pins/${step.id}`)))

  return (
    <Dialog
      onClose={onClose}
      title={t.title({ step: step.label || element?.labels.title[language] || step.id })}
      size={640}
      beside={
        pin && (
          <Button variant="default" disabled={busy} onClick={() => void letGo()}>
            {t.letGo()}
          </Button>
        )
      }
      actions={
        <Button type="submit" form={form} loading={busy} leftSection={<IconPin size={14} />} data-autofocus>
          {t.pin()}
        </Button>
      }
    >
      <form
        id={form}
        className={s['form']}
        onSubmit={(event) => {
          event.preventDefault()
          void keep()
        }}
      >
        <p className="muted">{t.help()}</p>
        <Select
          label={t.exit()}
          value={exit}
          allowDeselect={false}
          onChange={(one) => {
            if (one === null) return
            setExit(one)
            if (!pin && left[one]) setText(textOf(left[one]))
          }}
          data={exits.map((one) => ({ value: one, label: exitName(element, one, language) }))}
        />
        <Textarea
          label={t.records()}
          description={t.masked()}
          autosize
          minRows={6}
          maxRows={20}
          spellCheck={false}
          styles={{ input: { fontFamily: 'var(--font-mono)', fontSize: 12 } }}
          value={text}
          error={errorAt('records')}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      </form>
    </Dialog>
  )
}

const textOf = (records: readonly object[] | undefined) =>
  JSON.stringify(records && records.length > 0 ? records : [{}], null, 2)
