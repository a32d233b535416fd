import { ActionIcon, Button, Checkbox, Select, TagsInput, Textarea, TextInput } from '@mantine/core'
import { IconClipboardPlus, IconPlus, IconTrash } from '@tabler/icons-react'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { typeTexts } from '@weft/kit/ui/type-texts.ts'
import { copiedList } from '../clipboard-list.ts'
import { copiedNames } from '@weft/kit/workflow-text/clipboard.ts'
import type { FlowParameter } from '@weft/kit/workflow-text/flow.ts'
import { setHead, setParameters } from '@weft/kit/workflow-text/head.ts'
import { texts } from '../texts.ts'
import type { Editing } from '../use-document.ts'
import s from './panel.module.css'

/** What belongs to the whole workflow: shown while no step is selected. */
export function WorkflowTab({ editing, onPaste }: { editing: Editing; onPaste(copied: string): void }) {
  const t = useTexts(texts)
  const { flow, text } = editing
  const put = (parameters: FlowParameter[], gesture = '') => editing.change(setParameters(text, parameters), gesture)
  return (
    <aside className={s['panel']} aria-label={t.workflowPanel()} data-end-panel>
      <fieldset className={s['fields']} disabled={editing.readOnly}>
        <div className={s['body']}>
          <p className={s['help']}>{editing.readOnly ? t.onlyLook() : t.pick()}</p>
          <TextInput
            label={t.label()}
            required
            value={flow.label}
            onChange={(event) => editing.change(setHead(text, { label: event.currentTarget.value }), 'head label')}
          />
          <Textarea
            label={t.description()}
            autosize
            minRows={2}
            maxRows={10}
            value={flow.description}
            onChange={(event) =>
              editing.change(setHead(text, { description: event.currentTarget.value }), 'head description')
            }
          />
          <div className={s['section']}>
            {t.parameters()}
            <Button
              size="xs"
              variant="subtle"
              leftSection={<IconPlus size={14} />}
              onClick={() =>
                put([
                  ...flow.parameters,
                  { name: freeName(flow.parameters), label: '', type: 'text', required: false, default: undefined },
                ])
              }
            >
              {t.addParameter()}
            </Button>
          </div>
          {flow.parameters.map((parameter, i) => (
            <Parameter
              key={i}
              parameter={parameter}
              onChange={(changed) => put(flow.parameters.with(i, changed), `parameter ${i}`)}
              onRemove={() => put(flow.parameters.toSpliced(i, 1))}
            />
          ))}
          {!editing.readOnly && <Clipboard onPaste={onPaste} />}
        </div>
      </fieldset>
    </aside>
  )
}

/** What was copied in this browser, from any workflow, to paste again. */
function Clipboard({ onPaste }: { onPaste(copied: string): void }) {
  const t = useTexts(texts)
  const list = copiedList().flatMap((copied) => {
    const names = copiedNames(copied)
    return names.length > 0 ? [{ copied, names: names.join(', ') }] : []
  })
  if (list.length === 0) return null
  return (
    <>
      <div className={s['section']}>{t.clipboard()}</div>
      {list.slice(0, 5).map(({ copied, names }) => (
        <div key={copied} className={s['copied']}>
          <span title={names}>{names}</span>
          <ActionIcon size="xs" aria-label={t.pasteThese({ names })} onClick={() => onPaste(copied)}>
            <IconClipboardPlus size={15} />
          </ActionIcon>
        </div>
      ))}
    </>
  )
}

function Parameter({
  parameter,
  onChange,
  onRemove,
}: {
  parameter: FlowParameter
  onChange(parameter: FlowParameter): void
  onRemove(): void
}) {
  const t = useTexts(texts)
  const types = useTexts(typeTexts)
  return (
    <div className={s['parameter']}>
      <div className={s['pair']}>
        <TextInput
          label={t.parameterName()}
          value={parameter.name}
          onChange={(event) => onChange({ ...parameter, name: event.currentTarget.value })}
        />
        <TextInput
          label={t.label()}
          value={parameter.label}
          onChange={(event) => onChange({ ...parameter, label: event.currentTarget.value })}
        />
        <Select
          label={t.parameterType()}
          allowDeselect={false}
          data={Object.entries(types).map(([value, name]) => ({ value, label: name() }))}
          value={parameter.type}
          onChange={(type) => onChange({ ...parameter, type: type ?? 'text' })}
        />
        <TextInput
          label={t.parameterDefault()}
          value={parameter.default === undefined ? '' : String(parameter.default)}
          onChange={(event) => onChange({ ...parameter, default: event.currentTarget.value })}
        />
      </div>
      {parameter.type === 'choice' && (
        <TagsInput
          label={t.parameterValues()}
          value={parameter.values ?? []}
          onChange={(values) => onChange({ ...parameter, values })}
        />
      )}
      <div className={s['section']}>
        <Checkbox
          label={t.parameterRequired()}
          checked={parameter.required}
          onChange={(event) => onChange({ ...parameter, required: event.currentTarget.checked })}
        />
        <ActionIcon aria-label={t.removeParameter({ name: parameter.name })} onClick={onRemove}>
          <IconTrash size={15} />
        </ActionIcon>
      </div>
    </div>
  )
}

function freeName(parameters: FlowParameter[]) {
  let number = parameters.length + 1
  while (parameters.some(({ name }) => name === `parameter_${number}`)) number += 1
  return `parameter_${number}`
}
