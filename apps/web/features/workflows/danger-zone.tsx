import { Button, TextInput } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { api } from '@weft/kit/ui/api.ts'
import { Panel } from '@weft/kit/ui/panel.tsx'
import { refresh } from '@weft/kit/ui/queries.ts'
import { useMay } from '@weft/kit/ui/session.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { toast } from '@weft/kit/ui/toast.tsx'
import { useState } from 'react'
import { dropText } from './mode/open-text.ts'
import { WorkflowPage } from './workflow-page.tsx'
import s from './workflows.module.css'

const texts = defineMessages({
  title: { en: 'Delete workflow', de: 'Workflow löschen' },
  text: {
    en: 'The workflow goes with all of its jobs and their journal. Its text stays in the git history.',
    de: 'Der Workflow verschwindet mit allen seinen Jobs und deren Journal. Sein Text bleibt in der Git-Historie.',
  },
  type: { en: 'Type “{name}” to confirm', de: 'Geben Sie zur Bestätigung „{name}“ ein' },
  action: { en: 'Delete workflow', de: 'Workflow löschen' },
  done: { en: 'Workflow deleted', de: 'Workflow gelöscht' },
  mayNot: { en: 'You may not delete workflows.', de: 'Sie dürfen keine Workflows löschen.' },
})

export const WorkflowDangerzoneScreen = () => (
  <WorkflowPage>{(id, head) => head && <Deletion id={id} name={head.class_name} label={head.label} />}</WorkflowPage>
)

function Deletion({ id, name, label }: { id: string; name: string; label: string }) {
  const t = useTexts(texts)
  const may = useMay()
  const navigate = useNavigate()
  const [typed, setTyped] = useState('')
  if (!may('workflows.delete')) return <p className="muted">{t.mayNot()}</p>
  const remove = async () => {
    await api.delete(`/workflows/${id}`)
    dropText(id)
    toast({ title: t.done(), message: label, tone: 'green' })
    await navigate({ to: '/project/workflows' })
    await refresh('/workflows')
  }
  return (
    <Panel title={t.title()}>
      <form
        className={s['danger']}
        onSubmit={(event) => {
          event.preventDefault()
          if (typed === name) void remove()
        }}
      >
        <p>{t.text()}</p>
        <TextInput
          label={t.type({ name })}
          value={typed}
          autoComplete="off"
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <Button type="submit" variant="danger" disabled={typed !== name} leftSection={<IconTrash size={15} />}>
          {t.action()}
        </Button>
      </form>
    </Panel>
  )
}
