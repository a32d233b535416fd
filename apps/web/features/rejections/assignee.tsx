import { Select } from '@mantine/core'
import { IconUser } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { api } from '@weft/kit/ui/api.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { causeTexts } from './texts.ts'

const texts = defineMessages({
  assignee: { en: 'Looked after by', de: 'Zuständig' },
})

type Props = { value: string | null; onChange(user_id: string | null): void }

/** Who of the tenant looks after a cause. */
export function AssigneeSelect({ value, onChange }: Props) {
  const t = useTexts(texts)
  const words = useTexts(causeTexts)
  const { data: people = [] } = useQuery({
    queryKey: ['/rejection_causes/people'],
    queryFn: async () => (await api.get('/rejection_causes/people')).data,
  })
  return (
    <Select
      aria-label={t.assignee()}
      w={190}
      searchable
      clearable
      placeholder={words.nobody()}
      leftSection={<IconUser size={15} />}
      data={people.map(({ id, name }) => ({ value: id, label: name }))}
      value={value}
      onChange={onChange}
    />
  )
}
