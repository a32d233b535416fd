import { Button, CopyButton } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { defineMessages } from '../messages/messages.ts'
import s from './shown-code.module.css'
import { useTexts } from './texts.ts'

const texts = defineMessages({ copied: { en: 'Copied', de: 'Kopiert' } })

/** What is to be taken along as it stands: a token, a command. */
export const ShownCode = ({ label, children }: { label: string; children: string }) => (
  <code className={s['box']} aria-label={label} role="textbox" aria-readonly tabIndex={0}>
    {children}
  </code>
)

export const ShownExample = ({ children }: { children: string }) => (
  <pre className={s['box']} tabIndex={0}>
    {children}
  </pre>
)

export function CopyCode({ value, children }: { value: string; children: ReactNode }) {
  const t = useTexts(texts)
  return (
    <CopyButton value={value}>
      {({ copied, copy }) => (
        <Button leftSection={copied ? <IconCheck size={15} /> : <IconCopy size={15} />} onClick={copy}>
          {copied ? t.copied() : children}
        </Button>
      )}
    </CopyButton>
  )
}
