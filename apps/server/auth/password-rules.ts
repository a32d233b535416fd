import { passwordProblems } from '@weft/kit/define/password.ts'
import { invalidFields } from '@weft/kit/errors/common.ts'
import type { AppContext } from '../context.ts'

/** Throws what is wrong with a new password by the rules of this installation. `about`: the address and names of its owner. */
export async function refuseWeakPassword(
  { security }: AppContext<'security'>,
  field: string,
  password: string,
  about: (string | undefined)[],
): Promise<void> {
  const problems = passwordProblems(
    password,
    await security(),
    about.filter((text) => text !== undefined),
  )
  if (problems.length > 0) throw invalidFields({ [field]: problems })
}
