import type { ArithmeticExpression } from "unbash";
import type { ReaderState } from "../state/reader-state.ts";

/** Returns the value of an arithmetic expression. Undefined if it depends on something unknown, or assigns a variable. */
export function evaluateArithmetic(expression: ArithmeticExpression, state: ReaderState): number | undefined {
  state.limits.spend(1);
  switch (expression.type) {
    case "ArithmeticGroup":
      return evaluateArithmetic(expression.expression, state);
    case "ArithmeticWord":
      return integerOf(expression.value) ?? integerOf(state.variables.valueOf(expression.value.replace(/^\$/, "")) ?? "");
    case "ArithmeticUnary": {
      const value = evaluateArithmetic(expression.operand, state);
      if (value === undefined || !expression.prefix) return undefined;
      return expression.operator === "-" ? -value : expression.operator === "+" ? value : undefined;
    }
    case "ArithmeticBinary": {
      const left = evaluateArithmetic(expression.left, state);
      const right = evaluateArithmetic(expression.right, state);
      return left === undefined || right === undefined ? undefined : calculate(left, expression.operator, right);
    }
    case "ArithmeticTernary":
    case "ArithmeticCommandExpansion":
      return undefined;
    default:
      return expression satisfies never;
  }
}

function calculate(left: number, operator: string, right: number): number | undefined {
  switch (operator) {
    case "+":
      return left + right;
    case "-":
      return left - right;
    case "*":
      return left * right;
    case "/":
      return right === 0 ? undefined : Math.trunc(left / right);
    case "%":
      return right === 0 ? undefined : left % right;
    default:
      return undefined;
  }
}

function integerOf(text: string): number | undefined {
  if (/^0[0-7]+$/.test(text)) return Number.parseInt(text, 8);
  return /^(?:\d{1,15}|0x[\da-f]{1,8})$/i.test(text) ? Number(text) : undefined;
}
