import { useNavigate } from '@tanstack/react-router'
import { workflow } from '@weft/catalogue/resources/workflow/workflow.ts'
import type { Resource } from '@weft/kit/define/resource.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { Page } from '@weft/kit/ui/page.tsx'
import { refresh } from '@weft/kit/ui/queries.ts'
import { ResourceForm } from '@weft/kit/ui/resource-form.tsx'
import { useMay } from '@weft/kit/ui/session.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { NotesPanel } from '../notes/notes-panel.tsx'
import { Billing } from './billing.tsx'
import { KeptStates } from './kept-states.tsx'
import { dropText } from './mode/open-text.ts'
import { WorkflowPage } from './workflow-page.tsx'

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
    ['content_identifier', 'contact_person'],
    ['email_recipient'],
    ['expected_every', 'expected_records'],
    ['expected_usual'],
  ]),
  queue: part([['queue_id'], ['concurrency_limit', 'concurrency']]),
}

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
        <ResourceForm
          key={id}
          resource={forms[form]}
          id={id}
          readOnly={!may('workflows.update')}
          aside={
            form === 'properties' ? (
              <>
                <Billing id={id} />
                <KeptStates id={id} />
              </>
            ) : (
              form === 'basedata' && <NotesPanel type="workflow" id={id} />
            )
          }
          onSaved={() => {
            dropText(id)
            void refresh(`/workflows/${id}`)
          }}
        />
      )}
    </WorkflowPage>
  )
}

export const WorkflowBasedataScreen = () => <PartScreen form="basedata" />
export const WorkflowPropertiesScreen = () => <PartScreen form="properties" />
export const WorkflowQueueScreen = () => <PartScreen form="queue" />
