import { createTemporaryProject } from "@precept/testing";
