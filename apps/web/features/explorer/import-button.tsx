import { Button } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { useRef } from 'react'
import { importTexts } from './import-texts.ts'

const endings = ['.csv', '.tsv', '.txt', '.xlsx', '.json', '.jsonl', '.xml']

/** Lets somebody choose the file that is to be imported. */
export function ImportButton({ onFile }: { onFile: (file: File) => void }) {
  const t = useTexts(importTexts)
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button variant="default" leftSection={<IconUpload size={15} />} onClick={() => input.current?.click()}>
        {t.import()}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        accept={endings.join(',')}
        aria-label={t.choose()}
        onChange={(event) => {
          const file = event.currentTarget.files?.[0]
          if (file) onFile(file)
          event.currentTarget.value = ''
        }}
      />
    </>
  )
}
