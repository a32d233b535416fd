import { useNavigate } from '@tanstack/react-router'
import { workflow } from '@weft/catalogue/resources/workflow/workflow.ts'
import type { Resource } from '@weft/kit/define/resource.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { PickersProvider, type Pickers } from '@weft/kit/ui/form/pickers.tsx'
import { Page } from '@weft/kit/ui/page.tsx'
import { refresh } from '@weft/kit/ui/queries.ts'
import { ResourceForm } from '@weft/kit/ui/resource-form.tsx'
import { useMay } from '@weft/kit/ui/session.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { NotesPanel } from '../notes/notes-panel.tsx'
import { Billing } from './billing.tsx'
import { ContentTypeInput } from './content-type-input.tsx'
import { KeptStates } from './kept-states.tsx'
import { dropText } from './mode/open-text.ts'
import { WorkflowLogo } from './workflow-logo.tsx'
import { WorkflowPage } from './workflow-page.tsx'
import s from './workflows.module.css'

const texts = defineMessages({
  create: { en: 'Create workflow', de: 'Workflow anlegen' },
  createText: {
    en: 'Its steps are drawn next, in the designer.',
    de: 'Die Schritte zeichnen Sie anschließend im Designer.',
  },
})

/** Who leaves the class name empty gets one made from the name. */
const named = workflow.fields.class_name.nullish()

/** The same declaration with the part of the form a tab shows. */
const part = (form: (keyof typeof workflow.fields)[][]) => ({ ...workflow, form }) as unknown as Resource

const forms = {
  create: {
    ...part([['label', 'class_name'], ['description'], ['queue_id']]),
    draft: workflow.draft.extend({ class_name: named }),
    fields: { ...workflow.fields, class_name: named },
  } as unknown as Resource,
  basedata: part([['label', 'class_name'], ['description']]),
  properties: part([
    ['content_identifier', 'content_type'],
    ['dataset_type', 'contact_person'],
    ['email_recipient'],
    ['expected_every', 'expected_records'],
    ['expected_usual'],
    ['job_days', 'failed_job_days'],
  ]),
  queue: part([['queue_id'], ['concurrency_limit', 'concurrency'], ['immediate']]),
}

const pickers: Pickers = { content_type: (field) => <ContentTypeInput {...field} /> }

export function WorkflowCreateScreen() {
  const t = useTexts(texts)
  const navigate = useNavigate()
  return (
    <Page title={t.create()} subtitle={t.createText()} bleed>
      <ResourceForm
        resource={forms.create}
        onSaved={({ id }) => void navigate({ to: `/project/workflows/${id}/mode/build` })}
        onCancel={() => void navigate({ to: '/project/workflows' })}
      />
    </Page>
  )
}

function PartScreen({ form }: { form: Exclude<keyof typeof forms, 'create'> }) {
  const may = useMay()
  return (
    <WorkflowPage fill>
      {(id) => (
        <PickersProvider pickers={pickers}>
          <ResourceForm
            key={id}
            resource={forms[form]}
            id={id}
            readOnly={!may('workflows.update')}
            aside={
              form === 'properties' ? (
                <div className={s['beside']}>
                  <Billing id={id} />
                  <KeptStates id={id} />
                </div>
              ) : (
                form === 'basedata' && (
                  <div className={s['beside']}>
                    {may('workflows.update') && <WorkflowLogo id={id} />}
                    <NotesPanel type="workflow" id={id} />
                  </div>
                )
              )
            }
            onSaved={() => {
              dropText(id)
              void refresh(`/workflows/${id}`)
            }}
          />
        </PickersProvider>
      )}
    </WorkflowPage>
  )
}

export const WorkflowBasedataScreen = () => <PartScreen form="basedata" />
export const WorkflowPropertiesScreen = () => <PartScreen form="properties" />
export const WorkflowQueueScreen = () => <PartScreen form="queue" />
