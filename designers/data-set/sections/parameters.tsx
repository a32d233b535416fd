import { Select, Switch, TextInput } from '@mantine/core'
import { parameterTypes, type DataSetDefinition } from '@weft/kit/define/data-set.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { Panel } from '@weft/kit/ui/panel.tsx'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { typeTexts } from '@weft/kit/ui/type-texts.ts'
import s from '../data-set.module.css'
import { freshName } from '../sources.ts'
import { Add, type Parts, Remove, mono, replaced } from './parts.tsx'

const texts = defineMessages({
  name: { en: 'Name', de: 'Name' },
  label: { en: 'Label', de: 'Bezeichnung' },
  parameters: { en: 'Parameters', de: 'Parameter' },
  parametersNote: { en: 'filled by workflows and charts', de: 'gefüllt von Workflows und Diagrammen' },
  addParameter: { en: 'Add parameter', de: 'Parameter hinzufügen' },
  type: { en: 'Type', de: 'Typ' },
  required: { en: 'Required', de: 'Pflicht' },
  default: { en: 'Default', de: 'Vorgabe' },
  parameter: { en: 'Parameter', de: 'Parameter' },
})

/** What workflows and charts fill in. */
export function Parameters({
  definition,
  set,
  error,
}: {
  definition: DataSetDefinition
  set: (change: Partial<DataSetDefinition>) => void
  error: Parts['error']
}) {
  const t = useTexts(texts)
  const types = useTexts(typeTexts)
  return (
    <Panel
      title={t.parameters()}
      note={t.parametersNote()}
      collapsible
      initiallyCollapsed={definition.parameters.length === 0}
    >
      <div className={s['rows']}>
        {definition.parameters.map(({ name, label, type, required, default: standard }, i) => {
          const change = (more: Partial<DataSetDefinition['parameters'][number]>) =>
            set({ parameters: replaced(definition.parameters, i, more) })
          return (
            <div key={i} className={s['line']} data-kind="parameter">
              <TextInput
                label={t.name()}
                styles={mono}
                value={name}
                error={error(`parameters.${i}.name`)}
                onChange={(event) => change({ name: event.currentTarget.value.toLowerCase().replaceAll(/\W/g, '_') })}
              />
              <TextInput
                label={t.label()}
                value={label}
                onChange={(event) => change({ label: event.currentTarget.value })}
              />
              <Select
                label={t.type()}
                allowDeselect={false}
                data={parameterTypes.map((value) => ({ value, label: types[value]() }))}
                value={type}
                onChange={(value) => value && change({ type: value })}
              />
              <TextInput
                label={t.default()}
                value={standard ?? ''}
                error={error(`parameters.${i}.default`)}
                onChange={(event) => change({ default: event.currentTarget.value || null })}
              />
              <Switch
                size="xs"
                label={t.required()}
                checked={required}
                onChange={(event) => change({ required: event.currentTarget.checked })}
              />
              <Remove
                what={t.parameter()}
                number={i + 1}
                onClick={() => set({ parameters: definition.parameters.toSpliced(i, 1) })}
              />
            </div>
          )
        })}
        <Add
          onClick={() =>
            set({
              parameters: [
                ...definition.parameters,
                {
                  name: freshName(
                    'parameter',
                    definition.parameters.map(({ name }) => name),
                  ),
                  label: '',
                  type: 'text',
                  required: false,
                },
              ],
            })
          }
        >
          {t.addParameter()}
        </Add>
      </div>
    </Panel>
  )
}
