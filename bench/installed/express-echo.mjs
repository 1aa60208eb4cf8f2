// express as in its documentation.
import express from 'express';

const app = express();
app.use(express.json());
app.post('/v1/sandbox/echo', ({ body }, response) => {
  response.json({ message: body.message, accepted: true, reference: body.reference });
});
app.listen(Number(process.env.PORT), 'localhost');
