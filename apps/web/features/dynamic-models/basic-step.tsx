import { defineMessages } from '@weft/kit/messages/messages.ts'
import { Note } from '@weft/kit/ui/bits.tsx'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { IconAlertTriangle } from '@tabler/icons-react'
import { RejectedNote } from './analyse-step.tsx'
import type { FileAnalysis } from './api.ts'
import s from './dynamic-models.module.css'
import { OptionsForm } from './options-form.tsx'
import { PreviewGrid } from './preview-grid.tsx'

const texts = defineMessages({
  findings: { en: 'Findings', de: 'Ergebnisse' },
})

type Props = {
  analysis: FileAnalysis
  options: Record<string, unknown>
  error: Error | null
  busy: boolean
  onOption: (option: string, value: unknown) => void
}

/** Second step: how the file is read, with the preview that follows from it. */
export function BasicStep({ analysis, options, error, busy, onOption }: Props) {
  const t = useTexts(texts)
  return (
    <div className={s['sides']}>
      <section aria-label={t.findings()}>
        <OptionsForm type={analysis.type} options={options} findings={analysis.findings} onChange={onOption} />
      </section>
      <div className="stack">
        {error && (
          <Note tone="red" icon={<IconAlertTriangle size={16} aria-hidden />}>
            {error.message}
          </Note>
        )}
        <RejectedNote analysis={analysis} />
        <PreviewGrid preview={analysis.preview} initially="raw" busy={busy} />
      </div>
    </div>
  )
}
