import { ActionIcon, Button } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import type { DataSetDefinition, DataSetQuestion } from '@weft/kit/define/data-set.ts'
import type { Transformer } from '@weft/kit/define/transformer.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { useLanguage } from '@weft/kit/ui/language.ts'
import { inSentence, useTexts } from '@weft/kit/ui/texts.ts'
import type { ReactNode } from 'react'
import { choicesOf, titleOf, type FieldChoice, type KnownStructure, type DataSetSource } from '../sources.ts'

const texts = defineMessages({
  remove: { en: 'Remove {what} {number}', de: '{what} {number} entfernen' },
})

/** What every section of a question is told. */
export type Parts = {
  definition: DataSetQuestion
  set: (change: Partial<DataSetQuestion>) => void
  onChange: (definition: DataSetQuestion) => void
  parameters: DataSetDefinition['parameters']
  transformers: readonly Transformer[]
  readOnly: boolean
  structures: KnownStructure[]
  sources: DataSetSource[]
  error: (path: string) => string | undefined
}

export const mono = { input: { fontFamily: 'var(--font-mono)', fontSize: 12 } }
export const replaced = <T,>(list: T[], i: number, change: Partial<NoInfer<T>>): T[] =>
  list.map((one, n) => (n === i ? { ...one, ...change } : one))
/** The fields there are, below what they are of. */
export const grouped = (sources: DataSetSource[], keep: (choice: FieldChoice) => boolean = () => true) =>
  sources
    .map((source) => ({
      group: source.title,
      items: choicesOf(source)
        .filter(keep)
        .map((choice) => ({ value: choice.value, label: titleOf(choice) })),
    }))
    .filter(({ items }) => items.length > 0)

export const Remove = ({ what, number, onClick }: { what: string; number: number; onClick: () => void }) => {
  const t = useTexts(texts)
  const language = useLanguage()
  return (
    <ActionIcon aria-label={t.remove({ what: inSentence(what, language), number })} onClick={onClick}>
      <IconTrash size={15} />
    </ActionIcon>
  )
}
export const Add = ({
  children,
  onClick,
  disabled,
}: {
  children: ReactNode
  onClick: () => void
  disabled?: boolean
}) => (
  <Button
    size="xs"
    variant="default"
    leftSection={<IconPlus size={14} />}
    disabled={disabled ?? false}
    onClick={onClick}
  >
    {children}
  </Button>
)
