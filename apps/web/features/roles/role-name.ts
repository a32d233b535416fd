import { user as resource } from '@weft/catalogue/resources/user/user.ts'
import { useLabel } from '@weft/kit/ui/texts.ts'
import type { KnownRole } from './api.ts'

const names = resource.labels.fields.role as { options: Record<string, { en: string; de: string }> }

/** The name of a role: ready-made ones have one in each language, own ones their own. */
export function useRoleName() {
  const read = useLabel()
  return ({ name, display_name }: Pick<KnownRole, 'name' | 'display_name'>) =>
    names.options[name] ? read(names.options[name]) : display_name
}
