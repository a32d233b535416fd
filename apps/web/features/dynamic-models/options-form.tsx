import { formats } from '@weft/catalogue/formats/all.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { FieldInput } from '@weft/kit/ui/form/field-input.tsx'
import { useTexts } from '@weft/kit/ui/texts.ts'
import type { ZodType } from 'zod'
import type { OptionFinding } from './api.ts'
import { Confidence } from './confidence.tsx'
import s from './dynamic-models.module.css'

const texts = defineMessages({
  usual: {
    en: 'Usual setting; nothing in the file speaks against it.',
    de: 'Übliche Einstellung; nichts in der Datei spricht dagegen.',
  },
})

/** Only for writing; a model reads. */
const forWriting = new Set(['guard_formulas', 'root_tag', 'indent', 'typed_cells', 'decimal_comma'])

type Props = {
  type: string
  options: Record<string, unknown>
  findings?: OptionFinding[] | undefined
  onChange: (option: string, value: unknown) => void
  disabled?: boolean
  errors?: Record<string, string>
}

/** How a file is read, option by option, each with how sure the finding is and why. */
export function OptionsForm({ type, options, findings = [], onChange, disabled = false, errors }: Props) {
  const t = useTexts(texts)
  const format = formats.find(({ key }) => key === type)
  if (!format) return null
  const labels = format.labels.fields as Record<string, never>
  return (
    <div className={s['options']}>
      {Object.entries(format.options.shape as Record<string, ZodType>)
        .filter(([option]) => !forWriting.has(option))
        .map(([option, schema]) => {
          const finding = findings.find((found) => found.option === option)
          return (
            <div key={option} className={s['option']}>
              <FieldInput
                name={option}
                schema={schema}
                label={labels[option]}
                value={options[option]}
                errors={errors}
                disabled={disabled}
                onChange={(value) => onChange(option, value)}
              />
              {finding ? (
                <Confidence confidence={finding.confidence} reason={finding.reason} overruled={finding.overruled} />
              ) : (
                findings.length > 0 && <span className={s['usual']}>{t.usual()}</span>
              )}
            </div>
          )
        })}
    </div>
  )
}
