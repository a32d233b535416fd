import { Button } from '@mantine/core'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { useMay } from '@weft/kit/ui/session.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { IconArrowBackUp } from '@tabler/icons-react'
import { useState } from 'react'
import { UndoDialog } from './undo-dialog.tsx'

const texts = defineMessages({ undo: { en: 'Undo this run', de: 'Lauf rückgängig machen' } })

/** Takes back what a run that is over has written, after showing it. */
export function UndoRun({ jobId }: { jobId: string }) {
  const t = useTexts(texts)
  const may = useMay()
  const [opened, setOpened] = useState(false)
  if (!may('records.update')) return null
  return (
    <>
      <Button variant="default" leftSection={<IconArrowBackUp size={15} />} onClick={() => setOpened(true)}>
        {t.undo()}
      </Button>
      {opened && <UndoDialog jobId={jobId} onClose={() => setOpened(false)} />}
    </>
  )
}
