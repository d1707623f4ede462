import type { FieldError } from '@readymark/rubric/field';
import { emailField } from '@readymark/rubric/field';
import type { z } from 'zod';
import type { registrationInput, registrationReply } from '../../../domain/agent.ts';
import { Fault, invalidFields } from '../../../domain/fault.ts';
import { isWellFormedKey } from '../../../domain/key.ts';
import type { ClientLimit } from '../../../domain/limit/client-limit.ts';
import { limitMessage } from '../../../domain/limit/limit.ts';
import type { Context } from '../../../operations/context.ts';
import { givenAddress, storedAddress } from '../../../operations/links/stored-address.ts';
import type { Operation } from '../../../operations/operation.ts';
import { run, withStoreErrors } from '../../../operations/run.ts';
import { insertNotice } from '../../../store/notices.ts';
import { type FormPurpose, hashFormToken, isFormToken, mayWriteTo } from '../domain/form.ts';
import { claimForm, completeForm, lettersTo, releaseForm } from '../store/forms.ts';

/** A form as it was sent: fields of the operation, and what belongs to the form. Texts are as typed. */
type SentForm = {
  purpose: FormPurpose;
  /** From the form that was drawn. */
  token: string;
  /** Where letters go once it is confirmed; '' for none. */
  email: string;
  /** The key of a registration that is to be used; '' for a new one. */
  api_key: string;
  /** The input of the operation. */
  fields: Readonly<Record<string, unknown>>;
  /** Address of the client, for limits in memory only. */
  client: string;
};

/** What came of a form; `asked`: whether a letter asks the typed address to be confirmed, if it may get one. */
type Outcome<T> =
  | { state: 'done'; body: T; new_key: string | undefined; asked: boolean }
  /** A watch that begins when its address is confirmed: nobody is counted who only typed one. */
  | { state: 'waiting' }
  /** A form with this token was processed before: nothing happened now. */
  | { state: 'repeated' };

/** The operations behind a form; the door passes them, because operations do not import one another. */
type Operations<I extends z.ZodType, O extends z.ZodType> = {
  register: Operation<typeof registrationInput, typeof registrationReply>;
  act: Operation<I, O>;
};

/** Who registers with a form, as operators read it. */
const AGENT_NAME = 'Form on the site';

/**
 * Does what a form asks for, through the operations that agents use: registers, unless a key was typed, and then requests
 * or watches (decision 116). An address is stored apart from the registration, and gets one letter, until its owner
 * confirms it; a watch begins when they do.
 *
 * @param clients counts the forms of each client
 * @throws Fault invalid_request with the fields that are wrong, rate_limited, invalid_token, and those of the operations
 */
export async function submitForm<I extends z.ZodType, O extends z.ZodType>(
  ctx: Context,
  { register, act }: Operations<I, O>,
  form: SentForm,
  clients: ClientLimit,
): Promise<Outcome<z.output<O>>> {
  const { purpose, token, api_key, fields, client } = form;
  const email = checked(act, form);
  const full = clients.take(client, ctx.now());
  if (full)
    throw new Fault('rate_limited', limitMessage(full, 'forms from one client'), {
      quota: full,
      retry_after: full.reset,
    });
  const submission_id = ctx.newId('frm');
  const slug = typeof fields.slug === 'string' ? fields.slug : null;
  const row = { submission_id, token_hash: hashFormToken(token), purpose, slug, created_at: ctx.now().toISOString() };
  const is_new = await withStoreErrors(ctx, () => ctx.store.transaction((tx) => claimForm(tx, row)));
  if (!is_new) return { state: 'repeated' };
  try {
    const registered = api_key === '' ? await registration(ctx, register, client) : undefined;
    const key = registered?.api_key ?? api_key;
    const asked = registered !== undefined && email !== null;
    const waits = asked && purpose === 'watch';
    const done = waits ? undefined : await run(ctx, act, { key, input: fields, client });
    if (asked) await askToConfirm(ctx, submission_id, registered.registration_id, email);
    if (!done) return { state: 'waiting' };
    return { state: 'done', body: done.body, new_key: registered?.api_key, asked };
  } catch (error) {
    await ctx.store.transaction((tx) => releaseForm(tx, submission_id)).catch(() => {});
    throw error;
  }
}

async function registration(ctx: Context, register: Operations<never, never>['register'], client: string) {
  const input = { type: 'anonymous', agent_name: AGENT_NAME };
  return (await run(ctx, register, { key: undefined, input, client })).body;
}

/** Refuses a form before anything is written. @returns the address; null for none */
function checked(act: Operation, { purpose, token, email, api_key, fields }: SentForm): string | null {
  const errors: FieldError[] = [];
  if (!isFormToken(token)) errors.push({ field: 'form', message: 'must be the form of this page: open it again' });
  const read = act.input.safeParse(fields);
  for (const { path, message } of read.error?.issues ?? []) errors.push({ field: String(path[0] ?? 'form'), message });
  const address = email === '' ? null : emailField.safeParse(email);
  if (address && !address.success)
    errors.push({ field: 'email', message: address.error.issues[0]?.message ?? 'is not valid' });
  if (api_key !== '' && !isWellFormedKey(api_key))
    errors.push({ field: 'api_key', message: 'must be a whole key of this service, which begins with rmk_' });
  else if (api_key !== '' && email !== '')
    errors.push({
      field: 'email',
      message: 'must be left empty with a key: letters go to the address of its registration',
    });
  if (purpose === 'watch' && api_key === '' && email === '')
    errors.push({ field: 'email', message: 'is required, unless you have a key' });
  if (errors.length) throw invalidFields(errors);
  return address?.data ?? null;
}

/**
 * Stores an address that is to be confirmed, and the letter that asks for it. An address that got enough of them, or whose
 * owner wants none, is not stored, and the answer does not say so: it may be somebody else's.
 */
async function askToConfirm(ctx: Context, submission_id: string, registration_id: string, email: string) {
  const given = await givenAddress(ctx, email);
  const now = ctx.now();
  await withStoreErrors(ctx, () =>
    ctx.store.transaction(async (tx) => {
      const { address_hash: email_hash } = await storedAddress(ctx, tx, given);
      const may = email_hash !== null && mayWriteTo(await lettersTo(tx, email_hash), now);
      await completeForm(tx, submission_id, may ? { registration_id, email, email_hash } : NO_ADDRESS(registration_id));
      if (!may) return;
      await insertNotice(tx, {
        notice_id: ctx.newId('ntc'),
        kind: 'confirmation',
        subject_id: submission_id,
        registration_id,
        publication: 0,
        created_at: now.toISOString(),
      });
    }),
  );
}

const NO_ADDRESS = (registration_id: string) => ({ registration_id, email: null, email_hash: null });
