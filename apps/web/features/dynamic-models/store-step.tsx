import { Button, Switch, TextInput } from '@mantine/core'
import { IconCheck, IconX } from '@tabler/icons-react'
import { formats } from '@weft/catalogue/formats/all.ts'
import { encodingLabel, type Encoding } from '@weft/kit/encoding/encodings.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { useLabel, useTexts } from '@weft/kit/ui/texts.ts'
import type { FileAnalysis } from './api.ts'
import s from './dynamic-models.module.css'
import { useModelLabels } from './model-labels.ts'

const texts = defineMessages({
  create: { en: 'Create a data structure with a table from it', de: 'Daraus eine Datenstruktur mit Tabelle anlegen' },
  createHelp: {
    en: 'Records read by this model can then be kept, mapped and explored.',
    de: 'Datensätze, die dieses Modell liest, können dann gespeichert, zugeordnet und untersucht werden.',
  },
  label: { en: 'Label', de: 'Bezeichnung' },
  file: { en: 'File', de: 'Datei' },
  read: { en: 'Read as', de: 'Gelesen als' },
  fields: { en: 'Fields', de: 'Felder' },
  fieldCount: { en: '{used} of {all}', de: '{used} von {all}' },
  separator: { en: 'separator "{character}"', de: 'Trennzeichen „{character}“' },
  key: { en: 'Primary key', de: 'Primärschlüssel' },
  noKey: { en: 'not selected', de: 'nicht ausgewählt' },
  edit: { en: 'Edit {what}', de: '{what} bearbeiten' },
  editShort: { en: 'Edit', de: 'Bearbeiten' },
})

export type Naming = { model_name: string; class_name: string; table_name: string; label: string; create: boolean }

type Props = {
  analysis: FileAnalysis
  naming: Naming
  onNaming: (naming: Naming) => void
  primaryKey: string | undefined
  errors: Record<string, string[]>
  onGo: (step: string) => void
}

/** Last step: names, what was decided, and whether a data structure comes along. */
export function StoreStep({ analysis, naming, onNaming, primaryKey, errors, onGo }: Props) {
  const t = useTexts(texts)
  const read = useLabel()
  const labels = useModelLabels()
  const input = (key: 'model_name' | 'class_name' | 'table_name' | 'label', label: string) => (
    <TextInput
      label={label}
      required
      value={naming[key]}
      error={errors[key]?.[0]}
      onChange={(event) => onNaming({ ...naming, [key]: event.currentTarget.value })}
    />
  )
  const used = analysis.fields.filter(({ include }) => include).length
  const format = formats.find(({ key }) => key === analysis.type)
  const { encoding, delimiter, target_tag, path, sheet } = analysis.options as Record<string, string | undefined>
  const details = [
    encoding && read(encodingLabel.options[encoding as Encoding] ?? encoding),
    delimiter && t.separator({ character: delimiter === '\\t' ? 'Tab' : delimiter }),
    target_tag && `<${target_tag}>`,
    path,
    sheet,
  ]
  const summary: [string, string, string, boolean][] = [
    [t.file(), analysis.file.path, 'analyse', true],
    [t.read(), [format && read(format.labels.title), ...details].filter(Boolean).join(', '), 'basic', true],
    [t.fields(), t.fieldCount({ used, all: analysis.fields.length }), 'table', used > 0],
    [t.key(), primaryKey ?? t.noKey(), 'table', primaryKey !== undefined],
  ]
  return (
    <div className="stack" style={{ maxWidth: 760 }}>
      <div className={s['two']}>{input('model_name', labels.label('model_name'))}</div>
      <ul className={s['summary']}>
        {summary.map(([what, value, step, good]) => (
          <li key={what}>
            {good ? (
              <IconCheck size={16} className={s['good']} aria-hidden />
            ) : (
              <IconX size={16} className={s['bad']} aria-hidden />
            )}
            <span>{what}</span>
            <b>{value}</b>
            <Button size="xs" variant="subtle" aria-label={t.edit({ what })} onClick={() => onGo(step)}>
              {t.editShort()}
            </Button>
          </li>
        ))}
      </ul>
      {errors['primary_key']?.map((said) => (
        <p key={said} role="alert" className={s['complaint']}>
          {said}
        </p>
      ))}
      <Switch
        label={t.create()}
        description={t.createHelp()}
        checked={naming.create}
        onChange={(event) => onNaming({ ...naming, create: event.currentTarget.checked })}
      />
      {naming.create && (
        <div className={s['three']}>
          {input('label', t.label())}
          {input('class_name', labels.label('class_name'))}
          {input('table_name', labels.label('table_name'))}
        </div>
      )}
      {Object.entries(errors)
        .filter(([place]) => place.startsWith('fields') || place === '')
        .flatMap(([place, said]) =>
          said.map((sentence) =>
            `${analysis.fields[Number(place.split('.')[1])]?.original_name ?? ''} ${sentence}`.trim(),
          ),
        )
        .map((sentence) => (
          <p key={sentence} role="alert" className={s['complaint']}>
            {sentence}
          </p>
        ))}
    </div>
  )
}
