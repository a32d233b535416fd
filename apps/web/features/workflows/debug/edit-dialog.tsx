import { Button, Textarea } from '@mantine/core'
import { IconPlayerPlay } from '@tabler/icons-react'
import type { Sample } from '@weft/designers/workflow/data/samples.ts'
import { Dialog } from '@weft/kit/ui/dialog.tsx'
import { assignToField, useSubmit } from '@weft/kit/ui/submit.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { useId, useState } from 'react'
import s from './debug.module.css'
import { debugTexts } from './texts.ts'

type Props = {
  /** What the step is called. */
  name: string
  records: readonly Sample[]
  onRun(sample: string): Promise<void>
  onClose(): void
}

/** Kept records, to be changed, with which a run begins at a step. */
export function EditDialog({ name, records, onRun, onClose }: Props) {
  const t = useTexts(debugTexts)
  const form = useId()
  const [sample, setSample] = useState(() => JSON.stringify(records.length > 0 ? records : [{}], null, 2))
  const { busy, send, errorAt } = useSubmit(assignToField('sample'))
  const run = () =>
    send(async () => {
      await onRun(sample)
      onClose()
    })
  return (
    <Dialog
      title={t.editTitle({ step: name })}
      size={640}
      onClose={onClose}
      actions={
        <Button type="submit" form={form} loading={busy} leftSection={<IconPlayerPlay size={14} />}>
          {t.runFrom()}
        </Button>
      }
    >
      <form
        id={form}
        className={s['condition']}
        onSubmit={(event) => {
          event.preventDefault()
          void run()
        }}
      >
        <p className="muted">{t.editText()}</p>
        <Textarea
          label={t.editRecords()}
          autosize
          minRows={6}
          maxRows={20}
          spellCheck={false}
          styles={{ input: { fontFamily: 'var(--font-mono)', fontSize: 12 } }}
          value={sample}
          error={errorAt('sample') ?? errorAt('from')}
          onChange={(event) => setSample(event.currentTarget.value)}
          data-autofocus
        />
      </form>
    </Dialog>
  )
}
