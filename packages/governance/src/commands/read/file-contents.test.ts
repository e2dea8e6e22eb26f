import { expect, it } from "vitest";
import { downloadsOf } from "./file-contents.ts";

it.each([
  ["curl https://a.example/x.sh", []],
  ["curl -O https://a.example/x.sh", ["x.sh"]],
  ["curl -fsSLO https://a.example/x.sh?raw", ["x.sh"]],
  ["curl --remote-name https://a.example/x.sh", ["x.sh"]],
  ["curl --remote-name-all https://a.example/x.sh", ["x.sh"]],
  ["curl -OL https://a.example/x.sh", ["x.sh"]],
  ["curl -sSLo y.sh https://a.example/x.sh", ["y.sh"]],
  ["curl -o y.sh https://a.example/x.sh", ["y.sh"]],
  ["curl -oy.sh https://a.example/x.sh", ["y.sh"]],
  ["curl --output=y.sh https://a.example/x.sh", ["y.sh"]],
  ["wget https://a.example/x.sh", ["x.sh"]],
  ["wget -O y.sh https://a.example/x.sh", ["y.sh"]],
  ["wget -qOy.sh https://a.example/x.sh", ["y.sh"]],
  ["wget -o log https://a.example/x.sh", ["x.sh"]],
  ["aria2c --out=y.sh https://a.example/x.sh", ["y.sh"]],
  ["cat https://a.example/x.sh", []],
])("%s creates %j", (text, files) => {
  const [program = "", ...words] = text.split(" ");
  expect(downloadsOf(program, words, [])).toEqual(files);
});

it("a redirect names the file that a download creates", () => {
  const redirect = { operator: ">", target: "y.sh" } as const;
  expect(downloadsOf("curl", ["-O", "https://a.example/x.sh"], [redirect as never])).toEqual(["y.sh"]);
});
