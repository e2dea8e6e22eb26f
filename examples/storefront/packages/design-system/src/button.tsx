import { color, space } from "./tokens.ts";

export interface ButtonProps {
  readonly children: string;
  readonly onPress: () => void;
}

export function Button({ children, onPress }: ButtonProps) {
  return (
    <button type="button" onClick={onPress} style={{ background: color.accent, padding: space.medium }}>
      {children}
    </button>
  );
}
