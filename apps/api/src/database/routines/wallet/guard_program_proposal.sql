-- The program may only propose that an undecided bank line is a deposit of its amount by the customer whose reference
-- it carries, or whose verified name its payer has (PRODUCT §2.6).
create or replace function wallet.guard_program_proposal() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if not platform.acts_as_owner() and not exists (
    select from wallet.bank_lines line
    where new.action = 'deposit.book' and new.subject_kind = 'bank_line' and line.line_id::text = new.subject_id
      and assigned_kind is null and not is_return and amount_micros > 0
      and new.payload = jsonb_build_object(
        'line_id', line.line_id, 'amount_micros', line.amount_micros::text, 'customer_id', new.customer_id,
        'matched_by', new.payload -> 'matched_by')
      and case new.payload ->> 'matched_by'
        when 'reference' then exists (
          select from wallet.deposit_references
          where customer_id = new.customer_id
            and wallet.names_reference(remittance, code))
        when 'payer_name' then exists (
          select from identity.customers customer join identity.persons person using (person_id)
          where customer.customer_id = new.customer_id
            and wallet.letters_of(person.full_name) = wallet.letters_of(line.counterparty_name))
      end
  ) then
    raise exception 'the program proposes what a line of the bank says, and nothing else'
      using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
