import { Button, NumberInput, Select } from '@mantine/core'
import { IconAlertTriangle, IconFileSearch, IconRefresh } from '@tabler/icons-react'
import { formats } from '@weft/catalogue/formats/all.ts'
import type { ModelType } from '@weft/kit/define/model.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { api, ApiError } from '@weft/kit/ui/api.ts'
import { Note } from '@weft/kit/ui/bits.tsx'
import { DropZone } from '@weft/kit/ui/drop-zone.tsx'
import { useFormats } from '@weft/kit/ui/format.ts'
import { useLabel, useTexts } from '@weft/kit/ui/texts.ts'
import { useState } from 'react'
import type { FileAnalysis, AnalysisOptions } from './api.ts'
import { Confidence } from './confidence.tsx'
import s from './dynamic-models.module.css'
import { FileChooser } from './file-chooser.tsx'
import { useModelLabels } from './model-labels.ts'
import { OptionsForm } from './options-form.tsx'
import { PreviewGrid } from './preview-grid.tsx'

const texts = defineMessages({
  stored: { en: 'Choose a stored file', de: 'Gespeicherte Datei auswählen' },
  or: { en: 'or', de: 'oder' },
  other: { en: 'Another file', de: 'Andere Datei' },
  looked: { en: '{entries} entries looked at', de: '{entries} Einträge angesehen' },
  whole: { en: '{entries} entries, the whole file', de: '{entries} Einträge, die ganze Datei' },
  rejected: {
    en: 'Of {checked, number} entries looked at, {count, number} would be rejected:',
    de: 'Von {checked, number} angesehenen Einträgen {count, plural, one {würde einer} other {würden #}} zurückgewiesen:',
  },
  times: { en: '{count, number} ×', de: '{count, number} ×' },
  others: { en: 'Values: {values}', de: 'Werte: {values}' },
  failed: { en: 'The file could not be understood', de: 'Die Datei konnte nicht gelesen werden' },
  helpText: {
    en: 'Choose another type, correct the options below, or bring another file.',
    de: 'Wählen Sie einen anderen Typ, korrigieren Sie die Optionen unten oder bringen Sie eine andere Datei.',
  },
})

type Props = {
  file: string | undefined
  analysis: FileAnalysis | undefined
  error: Error | null
  busy: boolean
  wishes: AnalysisOptions
  onWishes: (wishes: AnalysisOptions) => void
  onFile: (path: string | undefined) => void
}

/** First step: bring or choose a file, and see what it is. */
export function AnalyseStep({ file, analysis, error, busy, wishes, onWishes, onFile }: Props) {
  const t = useTexts(texts)
  const read = useLabel()
  const labels = useModelLabels()
  const { bytes, number } = useFormats()
  const [progress, setProgress] = useState<number>()
  const [refused, setRefused] = useState<string>()
  const [choosing, setChoosing] = useState(false)

  const bring = async ([chosen]: File[]) => {
    setProgress(0)
    setRefused(undefined)
    try {
      const { data } = await api.upload('/files', [chosen!], setProgress, {
        query: { path: 'dynamic-models', replace: true },
        quiet: true,
      })
      onFile(data[0]!.path)
    } catch (failure) {
      setRefused(failure instanceof ApiError ? failure.message : String(failure))
    } finally {
      setProgress(undefined)
    }
  }

  if (!file)
    return (
      <>
        <DropZone
          onFiles={(files) => void bring(files)}
          accept={formats.flatMap(({ extensions }) => extensions.map((ending) => `.${ending}`))}
          maxBytes={200_000_000}
          progress={progress}
          disabled={progress !== undefined}
        />
        {refused && (
          <Note tone="red" icon={<IconAlertTriangle size={16} aria-hidden />}>
            {refused}
          </Note>
        )}
        <p className={s['or']}>{t.or()}</p>
        <Button variant="default" leftSection={<IconFileSearch size={15} />} onClick={() => setChoosing(true)}>
          {t.stored()}
        </Button>
        <FileChooser
          opened={choosing}
          onClose={() => setChoosing(false)}
          onChosen={(path) => {
            setChoosing(false)
            onFile(path)
          }}
        />
      </>
    )
  const ending = file.split('.').at(-1)!.toLowerCase()
  const guess = formats.find(
    ({ key, extensions }) =>
      (wishes.type ?? analysis?.type ?? '') === key || (!wishes.type && !analysis && extensions.includes(ending)),
  )
  return (
    <div className="stack">
      <div className={s['file']}>
        <div>
          <b>{file.split('/').at(-1)}</b>
          <small>
            {analysis && !error
              ? `${bytes(analysis.file.size)} · ${analysis.complete ? t.whole({ entries: number(analysis.entries) }) : t.looked({ entries: number(analysis.entries) })}`
              : file}
          </small>
        </div>
        <Button size="xs" variant="default" leftSection={<IconRefresh size={14} />} onClick={() => onFile(undefined)}>
          {t.other()}
        </Button>
      </div>
      <div className={s['row']}>
        <div className={s['option']}>
          <Select
            label={labels.label('type')}
            data={formats.map(({ key, labels: format }) => ({ value: key, label: read(format.title) }))}
            value={wishes.type ?? analysis?.type ?? guess?.key ?? null}
            allowDeselect={false}
            onChange={(type) => type && onWishes({ ...wishes, type: type as ModelType, options: {}, fields: [] })}
          />
          {analysis && !error && (
            <Confidence
              confidence={analysis.type_confidence}
              reason={analysis.type_reason}
              overruled={wishes.type !== undefined}
            />
          )}
        </div>
        <NumberInput
          label={labels.label('analyse_entry_quantity')}
          description={labels.help('analyse_entry_quantity')}
          min={1}
          max={1_000_000}
          value={wishes.analyse_entry_quantity ?? 10}
          onChange={(value) => typeof value === 'number' && onWishes({ ...wishes, analyse_entry_quantity: value })}
        />
        <NumberInput
          label={labels.label('preview_rows')}
          min={1}
          max={200}
          value={wishes.preview_rows ?? 20}
          onChange={(value) => typeof value === 'number' && onWishes({ ...wishes, preview_rows: value })}
        />
        <NumberInput
          label={labels.label('max_depth')}
          description={labels.help('max_depth')}
          min={1}
          max={10}
          value={wishes.max_depth ?? 5}
          onChange={(value) => typeof value === 'number' && onWishes({ ...wishes, max_depth: value })}
        />
      </div>
      {error ? (
        <>
          <Note tone="red" icon={<IconAlertTriangle size={16} aria-hidden />}>
            <b>{t.failed()}</b>
            <p>{error.message}</p>
            <p>{t.helpText()}</p>
          </Note>
          {guess && (
            <div className={s['narrow']}>
              <OptionsForm
                type={guess.key}
                options={{ ...guess.options.parse({}), ...wishes.options }}
                onChange={(option, value) => onWishes({ ...wishes, options: { ...wishes.options, [option]: value } })}
              />
            </div>
          )}
        </>
      ) : (
        analysis && (
          <>
            <RejectedNote analysis={analysis} />
            <PreviewGrid preview={analysis.preview} initially="raw" busy={busy} />
          </>
        )
      )}
    </div>
  )
}

/** What the proposed model would reject of the very sample it was made of, by reason. */
export function RejectedNote({ analysis: { fit } }: { analysis: FileAnalysis }) {
  const t = useTexts(texts)
  if (fit.misfits === 0) return null
  return (
    <Note tone="amber" icon={<IconAlertTriangle size={16} aria-hidden />}>
      <b>{t.rejected({ count: fit.misfits, checked: fit.checked })}</b>
      <ul className={s['reasons']}>
        {fit.reasons.map(({ count, reason, values }, i) => (
          <li key={i}>
            {t.times({ count })} {reason} {values.length > 1 && t.others({ values: values.join(', ') })}
          </li>
        ))}
      </ul>
    </Note>
  )
}
