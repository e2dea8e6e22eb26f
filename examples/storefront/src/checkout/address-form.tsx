export interface AddressFormProps {
  readonly onSubmit: (address: FormData) => void;
}

export function AddressForm({ onSubmit }: AddressFormProps) {
  return (
    <form action={onSubmit}>
      <label>
        Street <input name="street" autoComplete="street-address" required />
      </label>
      <label>
        Postcode <input name="postcode" autoComplete="postal-code" required />
      </label>
      <button type="submit">Continue to payment</button>
    </form>
  );
}
